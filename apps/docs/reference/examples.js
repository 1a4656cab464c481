import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const coins = "data.map(({ amount, denom }) => amount + denom).join(', ')"

/** The examples of queries that the demo apps don't show. `props` are also arguments of the hook, `args` are more arguments, and `shows` is what it renders. */
const queries = {
  flowsForOwner: {
    props: ['owner'],
    list: 'flows',
    shows: `flow.label || \`Flow \${flow.id}\``,
    item: 'flow',
    key: 'flow.id',
  },
  flowHistory: {
    props: ['id'],
    args: 'limit: 20, reverse: true',
    list: 'history',
    shows: 'run.actualExecTime',
    item: 'run',
    key: 'run.actualExecTime',
  },
  trustlessAgent: { props: ['agentAddress'], shows: 'data.feeConfig.feeAdmin' },
  trustlessAgents: { list: 'trustlessAgents', shows: 'agent.agentAddress', item: 'agent', key: 'agent.agentAddress' },
  trustlessAgentsForAdmin: {
    props: ['feeAdmin'],
    list: 'trustlessAgents',
    shows: 'agent.agentAddress',
    item: 'agent',
    key: 'agent.agentAddress',
  },
  totalBurnt: { shows: 'data.amount' },
  balances: { props: ['address'], shows: coins },
  spendableBalances: { props: ['address'], shows: coins },
  authzGrants: {
    props: ['granter', 'grantee'],
    shows: "data.map(({ authorization }) => authorization['@type']).join(', ')",
  },
  unbondingDelegations: {
    props: ['delegator'],
    shows: "data.map(({ validatorAddress }) => validatorAddress).join(', ')",
  },
  icaChannel: { props: ['owner'], args: "connectionId: 'connection-0'", shows: 'data.state' },
  clientStatus: { args: "connectionId: 'connection-0'", shows: 'data' },
  chainTime: { shows: 'data.height' },
}

/** Returns the source of a component that uses a hook, in the language of its framework. */
export function exampleOf({ binding, ...hook }) {
  const demo = demoOf(binding, hook.hook)
  if (demo !== undefined || hook.query === undefined) return demo
  return { react, vue, svelte }[binding]({ ...hook, ...queries[hook.query] })
}

/** The example of a demo app. It has the name of the hook without `use`. One of them shows two hooks. */
function demoOf(binding, hook) {
  const extension = { react: 'tsx', vue: 'vue', svelte: 'svelte' }[binding]
  const name = hook === 'useWatchFlows' ? 'LiveFlows' : hook.slice('use'.length)
  const file = join(import.meta.dirname, `../../${binding}/src/examples/${name}.${extension}`)
  if (!existsSync(file)) return undefined
  return fence(binding === 'react' ? 'tsx twoslash' : extension, readFileSync(file, 'utf8').trimEnd())
}

function react({ module, hook, props = [], args, list, item, key, shows, isInfinite }) {
  const parameters = props.length
    ? `{ ${props.join(', ')} }: { ${props.map(name => `${name}: string`).join('; ')} }`
    : ''
  const rows = isInfinite ? `data.pages.flatMap(page => page.${list})` : `data.${list}`
  const body = list ? `<ul>{${rows}.map(${item} => <li key={${key}}>{${shows}}</li>)}</ul>` : `<p>{${shows}}</p>`
  const names = ['data', 'error', isInfinite && 'fetchNextPage', isInfinite && 'hasNextPage'].filter(Boolean)
  const button = isInfinite
    ? '\n      <button type="button" disabled={!hasNextPage} onClick={() => fetchNextPage()}>More</button>'
    : ''
  return fence(
    'tsx twoslash',
    `import { ${hook} } from '${module}'

export function Example(${parameters}) {
  const { ${names.join(', ')} } = ${hook}(${objectOf(props, args)})
  return (
    <>
      {error && <p role="alert">{error.message}</p>}
      {!data && !error && <p>Loading…</p>}
      {data && ${body}}${button}
    </>
  )
}`,
  )
}

function vue({ module, hook, props = [], args, list, item, key, shows, isInfinite }) {
  const given = props.map(name => `${name}: () => props.${name}`)
  const call = objectOf(given, args)
  const declared = props.length
    ? `\nconst props = defineProps<{ ${props.map(name => `${name}: string`).join('; ')} }>()`
    : ''
  const names = ['data', 'error', isInfinite && 'fetchNextPage', isInfinite && 'hasNextPage'].filter(Boolean)
  const rows = isInfinite
    ? `  <template v-for="page in data?.pages">
    <p v-for="${item} in page.${list}" :key="${key}">{{ ${shows} }}</p>
  </template>
  <button type="button" :disabled="!hasNextPage" @click="fetchNextPage()">More</button>`
    : list
      ? `  <p v-for="${item} in data?.${list}" :key="${key}">{{ ${shows} }}</p>`
      : `  <p v-if="data">{{ ${shows} }}</p>`
  return fence(
    'vue',
    `<script setup lang="ts">
import { ${hook} } from '${module}'
${declared}
const { ${names.join(', ')} } = ${hook}(${call})
</script>

<template>
  <p v-if="error" role="alert">{{ error.message }}</p>
  <p v-else-if="!data">Loading…</p>
${rows}
</template>`,
  )
}

function svelte({ module, hook, props = [], args, list, item, key, shows, isInfinite }) {
  const object = objectOf(props, args)
  const call = props.length ? `() => (${object})` : object
  const declared = props.length
    ? `\nconst { ${props.join(', ')} }: { ${props.map(name => `${name}: string`).join('; ')} } = $props()`
    : ''
  const rows = isInfinite
    ? `{#each $query.data?.pages.flatMap(page => page.${list}) ?? [] as ${item} (${key})}
  <p>{${shows}}</p>
{/each}
<button disabled={!$query.hasNextPage} onclick={() => $query.fetchNextPage()}>More</button>`
    : list
      ? `{#each $query.data?.${list} ?? [] as ${item} (${key})}\n  <p>{${shows}}</p>\n{/each}`
      : `{#if $query.data}<p>{${shows.replace('data', '$query.data')}}</p>{/if}`
  return fence(
    'svelte',
    `<script lang="ts">
import { ${hook} } from '${module}'
${declared}
const query = ${hook}(${call})
</script>

{#if $query.error}
  <p role="alert">{$query.error.message}</p>
{:else if !$query.data}
  <p>Loading…</p>
{/if}
${rows}`,
  )
}

function objectOf(properties, args) {
  const all = [...properties, ...(args ? [args] : [])]
  return all.length ? `{ ${all.join(', ')} }` : ''
}

function fence(language, code) {
  return `\`\`\`${language}\n${code.replace(/\n{3,}/g, '\n\n')}\n\`\`\``
}
