// Sets the URLs of the API reference, such as `/api/react/useFlow`, and writes the pages of hooks. TypeDoc's own pages would
// only show that `useFlow` is a constant of type `QueryHook<'flow'>`.
import { Converter, ReflectionKind } from 'typedoc'
import { MarkdownPageEvent, MemberRouter } from 'typedoc-plugin-markdown'
import { combinedHookPage, hookPage, isCombinedHook, isHook } from './hooks.js'

export function load(application) {
  application.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.children ?? []) module.name = nameOf(module.name)
  })
  // TypeDoc has no name for a parameter that is destructured.
  application.converter.on(Converter.EVENT_CREATE_PARAMETER, (_, parameter) => {
    if (parameter.name === '__namedParameters') parameter.name = 'options'
  })
  application.renderer.defineRouter('package', PackageRouter)
  application.renderer.on(MarkdownPageEvent.END, page => {
    if (page.model.kind === ReflectionKind.Project) page.contents = indexPage(page.model)
    else if (isHook(page.model)) page.contents = hookPage(page.model)
    else if (isCombinedHook(page.model)) page.contents = combinedHookPage(page.model)
    page.contents = withDescription(page)
  })
}

/** Converts `core/src/live` to the import path `@flow-query/core/live`. */
function nameOf(file) {
  return `@flow-query/${file.replace('/src', '')}`
}

/**
 * Creates paths like `react/useFlow` instead of `@flow-query/react/variables/useFlow`. Types have a separate folder, because some
 * differ from a function only in their case, such as `flowHealth` and `FlowHealth`.
 */
class PackageRouter extends MemberRouter {
  getIdealBaseName(reflection) {
    if (reflection.kind === ReflectionKind.Module) return `${folderOf(reflection)}/index`
    const module = moduleOf(reflection)
    if (!module) return super.getIdealBaseName(reflection)
    const isType = reflection.kind === ReflectionKind.Interface || reflection.kind === ReflectionKind.TypeAlias
    return `${folderOf(module)}/${isType ? 'types/' : ''}${reflection.name}`
  }
}

function moduleOf(reflection) {
  return reflection && (reflection.kind === ReflectionKind.Module ? reflection : moduleOf(reflection.parent))
}

function folderOf(module) {
  return module.name.replace('@flow-query/', '')
}

const bindings = { react: 'React', vue: 'Vue', svelte: 'Svelte' }

function indexPage(project) {
  const modules = project.children.filter(({ name }) => !(name.split('/')[1] in bindings))
  const rows = modules.map(module => {
    const isIncluded = child =>
      child.kind === ReflectionKind.Function || child.kind === ReflectionKind.Class || isHook(child)
    const names = module.children
      .filter(isIncluded)
      .map(child => `[\`${child.name}\`](./${folderOf(module)}/${child.name}.md)`)
    return `## ${module.name}\n\n${names.join(' ')}\n\n[All exports of ${module.name}, with types](./${folderOf(module)}/index.md)\n`
  })
  return `# API reference\n\nEvery hook and function has a page with its arguments, its result and an example. The pages are generated from the doc comments that your editor shows.\n\n${hookTable(project)}\n\n${rows.join('\n')}`
}

/** One row per hook, because all frameworks have the same hooks. */
function hookTable(project) {
  const hooks = project.children
    .filter(({ name }) => name.startsWith('@flow-query/react'))
    .flatMap(module => module.children.filter(child => isHook(child) || isCombinedHook(child)))
  const rows = hooks.map(({ name, parent }) => {
    const links = Object.entries(bindings).map(
      ([binding, title]) => `[${title}](./${folderOf(parent).replace('react', binding)}/${name}.md)`,
    )
    return `| \`${name}\` | ${links.join(', ')} |`
  })
  return `## Hooks, composables and stores\n\n| name | page |\n| --- | --- |\n${rows.join('\n')}`
}

/** Adds the first sentence as the description, which search engines and llms.txt show. */
function withDescription({ contents, model }) {
  const comment = model.comment ?? model.signatures?.[0]?.comment
  const [sentence] = (comment?.summary ?? [])
    .map(({ text }) => text)
    .join('')
    .replaceAll('`', '')
    .replaceAll('"', "'")
    .replace(/\s+/g, ' ')
    .split(/(?<=\.)\s/)
  const description = sentence ? `${model.name}: ${sentence}` : `${model.name} in the API reference of flow-query`
  return `---\ndescription: ${JSON.stringify(description)}\neditLink: false\n---\n\n${contents}`
}
