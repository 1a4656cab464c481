import type { DemoOptions } from '@flow-query/demo'

export type ExplorerName = NonNullable<DemoOptions['names']>[number]

export const explorers = ['explorer'] as const satisfies ExplorerName[]

/**
 * The explorers that run the full suite. The others run the wiring suite only.
 *
 * The default is React. The environment variable `EXPLORERS` can be `vue`, `vue,svelte` or `all`, for example.
 */
export const fullyTested: readonly ExplorerName[] = chosen(process.env.EXPLORERS || 'explorer')

function chosen(names: string): readonly ExplorerName[] {
  if (names === 'all') return explorers
  return names.split(',').map(name => {
    const explorer = explorers.find(explorer => explorer === name)
    if (!explorer) throw new Error(`EXPLORERS must be "all" or some of ${explorers.join(',')}, got "${names}".`)
    return explorer
  })
}
