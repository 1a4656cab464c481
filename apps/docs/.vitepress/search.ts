import type { DefaultTheme } from 'vitepress'

/** Renders a page for the search index, without syntax highlighting. Only the summaries of functions and types are indexed. */
const renderForSearch: DefaultTheme.LocalSearchOptions['_render'] = (source, env, md) => {
  const { highlight } = md.options
  md.set({ highlight: null })
  try {
    return md.render(env.relativePath.startsWith('api/') ? summariesIn(source, env.relativePath) : source, env)
  } finally {
    md.set({ highlight })
  }
}

function summariesIn(source: string, path: string): string {
  const sections = source.split(/^(?=## )/m)
  if (!path.endsWith('/types.md')) return sections[0] ?? ''
  return sections.map(section => section.split(/^### /m)[0]).join('')
}

/**
 * The search of the site. Functions can't use variables of this file, because VitePress sends their source code to the browser, except
 * that of `_render`.
 */
export const search: DefaultTheme.LocalSearchOptions = {
  _render: renderForSearch,
  miniSearch: {
    options: {
      /** Splits text into words, as MiniSearch does, and keeps names such as `next_key` and `Next.js` as one more word. */
      tokenize: (text: string) => [
        ...text.split(/[\n\r\p{Z}\p{P}]+/u),
        ...(text.match(/[\p{L}\p{N}]+(?:[._][\p{L}\p{N}]+)+/gu) ?? []),
      ],
    },
    searchOptions: {
      /** Ranks guides above API pages, page titles above other headings, and API pages with a matching name first. */
      boostDocument: (id: string, word: string, fields?: Record<string, unknown>) => {
        const isPageTitle = Array.isArray(fields?.titles) && fields.titles.length === 0
        if (!id.includes('/api/')) return (/\/(guides\/|flows(#|$))/.test(id) ? 2 : 1) * (isPageTitle ? 1.5 : 1)
        // MiniSearch also passes words that only start with the search term, so a larger factor would be too much.
        const [page = '', type] = id.toLowerCase().split('#')
        if (page.endsWith('/types')) return type === word.toLowerCase() ? 1 : 0.2
        return page.endsWith(`/${word.toLowerCase()}`) ? 5 : 0.2
      },
    },
  },
}
