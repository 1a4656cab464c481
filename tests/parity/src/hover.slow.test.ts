import { describe, expect, test } from 'vitest'
import { bindings } from './bindings.js'
import { hover } from './typescript.js'

describe.each(Object.entries(bindings))('%s', (binding, entries) => {
  test.each(Object.entries(entries))(
    'the hover text of each hook in the entry point %j fits on the screen',
    (entry, exported) => {
      const names = Object.keys(exported).filter(name => /^use/.test(name))
      const text = names.map(name => `▸${name}\n▸${name}({} as never, {} as never)\n`).join('')
      const shown = hover(`import { ${names.join(', ')} } from '@flow-query/${binding}${entry}'\n${text}`)

      expect(shown).toHaveLength(2 * names.length)
      expect(shown.filter(text => !/^\(alias\) (const )?(function )?use\w+/.test(text))).toEqual([])
      expect(shown.filter(text => text.length > 480 || text.includes('...'))).toEqual([])
    },
  )

  test('the hover text shows the arguments and the result', () => {
    const shown = hover(`
      import { flowQueryOptions, useFlow, useInfiniteFlows, type UseFlowOptions } from '@flow-query/${binding}'
      declare const client: import('@flow-query/${binding}').FlowClient
      const flow = ▸useFlow({ id: 14 })
      useInfiniteFlows({}, { ▸select: ({ pages }) => pages.length })
      const options = ▸flowQueryOptions(client, { id: 14 })
      ▸options.▸queryKey
      let mine: ▸UseFlowOptions
      flow.▸data
    `)
    expect(shown).toMatchSnapshot()
  })
})
