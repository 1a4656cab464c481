import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { filesOf, textOf } from './files.js'

/** The packages in the templates of Vite and of the frameworks, and the SDK in the "before" of the migration guide. */
const templates =
  /^(react|react-dom|vue|svelte|next|vite|@tanstack\/react-router|@sveltejs\/kit|@vitejs\/\w+|#\w+|\$\w+|intentojs)$/
const gettingStarted = filesOf('apps/docs/pages/getting-started/*.md')
const guides = filesOf('apps/docs/pages/guides/*.md')

test.each(['README.md', 'apps/docs/pages/index.md', ...filesOf('packages/*/README.md'), ...gettingStarted])(
  '%s installs all packages that its code imports',
  page => {
    expect(missing(page, installedBy(page))).toEqual([])
  },
)

test.each(guides)('%s installs all packages that its code imports, or Getting started does', page => {
  expect(missing(page, [page, ...gettingStarted].flatMap(installedBy))).toEqual([])
})

function missing(page: string, installed: string[]): string[] {
  const imported = codeOf(page).flatMap(code =>
    Array.from(code.matchAll(/^(?:import|export|\}) .*?from '((?:@[\w-]+\/)?[^./'][^/']*)/gm), ([, name = '']) => name),
  )
  const isKnown = (name: string) => installed.includes(name) || templates.test(name) || name.startsWith('node:')
  return [...new Set(imported)].filter(name => !isKnown(name))
}

function installedBy(page: string): string[] {
  const commands = textOf(page).matchAll(/npm install ([^`\n]*)/g)
  return Array.from(commands, ([, words = '']) => words.split(' ')).flat()
}

/** The code blocks of a page, and the files that it quotes. */
function codeOf(page: string): string[] {
  const text = textOf(page)
  const blocks = Array.from(text.matchAll(/```(?:tsx?|vue|svelte)\n(.*?)```/gs), ([, code = '']) => code)
  const quoted = Array.from(text.matchAll(/^<<< ([^{\s]+\.(?:tsx?|vue|svelte))/gm), ([, path = '']) =>
    textOf(join(dirname(page), path)),
  )
  return [...blocks, ...quoted]
}
