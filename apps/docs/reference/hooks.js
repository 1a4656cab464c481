import { ReflectionKind } from 'typedoc'
import { exampleOf } from './examples.js'

const kinds = /^(Infinite)?QueryHook$/

const tanstack = { react: 'React', vue: 'Vue', svelte: 'Svelte' }

/** Returns whether an export is the hook, composable or store of a query. */
export function isHook({ kind, type }) {
  return kind === ReflectionKind.Variable && type?.type === 'reference' && kinds.test(type.name)
}

/** Returns the page of a hook: summary, example, arguments, options, result and errors. */
export function hookPage(model) {
  const [, isInfinite] = kinds.exec(model.type.name)
  const query = model.type.typeArguments[0].value
  const { name: module } = model.parent
  const binding = module.split('/')[1]
  const declared = declarationOf(model, query)
  const data = typeLink(declared.data)
  const result = isInfinite ? `\`{ pages, pageParams }\`. Each page is a ${data}` : `a ${data}`
  const rows = argumentsOf(declared.args, isInfinite)
  return `# ${model.name}

${textOf(model.comment?.summary) || summaryOf(model, query)}

\`\`\`ts
import { ${model.name} } from '${module}'
\`\`\`

## Example

${examplesIn(model) ?? exampleOf({ binding, module, hook: model.name, query, isInfinite })}

## Arguments

${rows.length ? `The first argument is an object${rows.every(({ flags }) => flags.isOptional) ? ', which you can omit' : ''}. ${reactivityOf[binding]}\n\n| name | type | description |\n| --- | --- | --- |\n${rows.map(row).join('\n')}` : 'None.'}

${waiting(rows)}

## Options

The second argument takes [TanStack Query's options](https://tanstack.com/query/latest/docs/framework/${binding}/reference/useQuery) for ${tanstack[binding]}, such as \`select\`, \`enabled\` and \`refetchInterval\`. The query sets \`queryKey\` and \`queryFn\`. \`client\` replaces the client from the context.

## Result

TanStack Query's result. \`data\` is ${result}. It is \`undefined\` until the first response arrives.

## Errors

\`error\` is \`null\` or a [\`FlowQueryError\`](/api/core/FlowQueryError). ${thrownBy(model, query)}
Every query can also fail because of the network or the node. See [Errors](/guides/errors).
`
}

/** Returns whether an export is a hook that combines queries or follows events, such as `useFlowsHealth`. */
export function isCombinedHook({ kind, name }) {
  return kind === ReflectionKind.Function && /^use(?!FlowClient)/.test(name)
}

/** Returns the page of a hook that combines queries or follows events: summary, example, options and result. */
export function combinedHookPage(model) {
  const { name: module } = model.parent
  const binding = module.split('/')[1]
  const [{ comment, parameters = [], type }] = model.signatures
  const [summary, ...details] = textOf(comment?.summary).split('\n\n')
  const example = examplesIn({ comment }) ?? exampleOf({ binding, hook: model.name })
  const rows = requiredFirst(propertiesOf(argumentOf(parameters[0]?.type))).map(row)
  return `# ${model.name}

${summary}

\`\`\`ts
import { ${model.name} } from '${module}'
\`\`\`

${details.join('\n\n')}

${example ? `## Example\n\n${example}` : ''}

## Options

The argument is an object${parameters[0]?.flags.isOptional || parameters[0]?.defaultValue ? ', which you can omit' : ''}. ${reactivityOf[binding]}

| name | type | description |
| --- | --- | --- |
${rows.join('\n')}

## Result

${resultOf(type, binding)}
`
}

function resultOf(type, binding) {
  if (`${type}` === 'void') return 'None.'
  const properties = propertiesOf(type)
  if (properties.length === 0) return `${typeLink(type)}.`
  const isOneRef = /Ref</.test(`${type.reflection?.type}`) && !/\{/.test(`${type.reflection?.type}`)
  const kind = isOneRef ? 'A ref of an object with these properties:' : resultKind[binding]
  return `${kind}\n\n| name | type | description |\n| --- | --- | --- |\n${properties.map(row).join('\n')}`
}

/** The options of a hook. Vue and Svelte wrap them, because they can be reactive. */
function argumentOf(type) {
  return type?.typeArguments?.[0] ?? type
}

/** The properties of an interface, or of the type behind an alias. */
function propertiesOf(type) {
  if (type?.type === 'intersection') return type.types.flatMap(propertiesOf)
  if (type?.type === 'mapped') return propertiesOf(type.parameterType.target)
  if (type?.name === 'Pick') {
    const [whole, keys] = type.typeArguments
    return propertiesOf(whole).filter(({ name }) => `${keys}`.includes(`"${name}"`))
  }
  if (type?.type === 'reflection') return type.declaration.children ?? []
  const declared = type?.reflection
  const own = declared?.type ? propertiesOf(declared.type) : (declared?.children ?? [])
  // The results of Vue and Svelte are made of the properties of another type.
  return own.length > 0 || !type?.typeArguments ? own : propertiesOf(argumentOf(type))
}

const resultKind = {
  react: 'An object with these properties:',
  vue: 'Refs with these values:',
  svelte: 'A store of these values. You can also read them as properties, such as `result.data`:',
}

const reactivityOf = {
  react: 'Its properties are plain values.',
  vue: 'The object and each of its properties can be a plain value, a ref or a getter.',
  svelte: 'It can be a plain object, a getter or a store.',
}

function waiting(rows) {
  const required = rows.filter(({ flags }) => !flags.isOptional).map(({ name }) => `\`${name}\``)
  if (!required.length) return ''
  return `The query waits while ${required.join(' or ')} is \`null\` or \`undefined\`.`
}

function row({ name, type, flags, comment }) {
  // Some types, such as that of IDs, say it once for all properties.
  const text = textOf((comment ?? type.reflection?.comment)?.summary)
    .replace(/^- |\n\s*- /g, match => (match.startsWith('\n') ? '<br>' : ''))
    .replace(/\s*\n\s*/g, ' ')
  return `| \`${name}${flags.isOptional ? '?' : ''}\` | \`${type
    .toString()
    .replace(/ \| undefined/g, '')
    .replace(/\|/g, '\\|')}\` | ${text.replace(/\|/g, '\\|')} |`
}

/** The properties of an arguments type. Infinite queries set the cursor, so `key` and `offset` are omitted. */
function argumentsOf(type, isInfinite) {
  const properties = type.reflection?.children ?? []
  return requiredFirst(properties.filter(({ name }) => !isInfinite || (name !== 'key' && name !== 'offset')))
}

function requiredFirst(properties) {
  return properties.toSorted((one, other) => Number(one.flags.isOptional) - Number(other.flags.isOptional))
}

/** The arguments and the data of a query, from the interfaces of core and insights. */
function declarationOf(model, query) {
  for (const name of ['Queries', 'FlowQueries', 'FactQueries']) {
    for (const module of model.project.children) {
      const declared = module.children.find(child => child.name === name)?.children?.find(child => child.name === query)
      if (declared) {
        const typeOf = property => declared.type.declaration.children.find(child => child.name === property).type
        return { args: typeOf('args'), data: typeOf('data') }
      }
    }
  }
  throw new Error(`No interface declares the query ${query}`)
}

/** The method of the client or the function of `@flow-query/insights/forecast` that reads the data of a query. */
function clientMethod(model, query) {
  const moduleOf = path => model.project.children.find(({ name }) => name === path).children
  const client = moduleOf('@flow-query/core').find(({ name }) => name === 'FlowClient')
  const all = [...client.children, ...moduleOf('@flow-query/insights/forecast')]
  return all.find(({ name }) => name === query)?.signatures?.[0]
}

function summaryOf(model, query) {
  return textOf(clientMethod(model, query)?.comment?.summary)
}

function thrownBy(model, query) {
  const tags = clientMethod(model, query)?.comment?.blockTags.filter(({ tag }) => tag === '@throws') ?? []
  return tags
    .map(
      ({ content }) =>
        `Its \`kind\` is ${textOf(content)
          .replace(/^\s*(\{?FlowQueryError\}?)?\s*(with kind\s*)?/, '')
          .trim()}.`,
    )
    .join(' ')
}

function examplesIn(model) {
  return model.comment?.blockTags
    .find(({ tag }) => tag === '@example')
    ?.content.map(({ text }) => text)
    .join('')
}

function typeLink(type) {
  if (type.type !== 'reference' || !type.reflection) return `\`${type}\``
  return `[\`${type.name}\`](/api/${type.reflection.parent.name.replace('@flow-query/', '')}/types#${type.name})`
}

function textOf(parts = []) {
  return parts.map(part => (part.kind === 'inline-tag' ? `\`${part.text}\`` : part.text)).join('')
}
