import * as core from '@flow-query/core'
import * as collection from '@flow-query/core/collection'
import * as draft from '@flow-query/core/draft'
import * as forecast from '@flow-query/core/forecast'
import * as insights from '@flow-query/core/insights'
import * as live from '@flow-query/core/live'
import * as mirror from '@flow-query/core/mirror'
import * as query from '@flow-query/core/query'
import * as format from '@flow-query/format'
import * as react from '@flow-query/react'
import * as reactCollection from '@flow-query/react/collection'
import * as reactDraft from '@flow-query/react/draft'
import * as reactForecast from '@flow-query/react/forecast'
import * as reactInsights from '@flow-query/react/insights'
import * as testing from '@flow-query/testing'
import * as testingDemo from '@flow-query/testing/demo'
import * as vue from '@flow-query/vue'
import { expect, test } from '@playwright/test'
import { pages, textOf } from './site.js'

const modules = {
  core,
  'core/collection': collection,
  'core/draft': draft,
  'core/forecast': forecast,
  'core/insights': insights,
  'core/live': live,
  'core/mirror': mirror,
  'core/query': query,
  format,
  react,
  'react/collection': reactCollection,
  'react/draft': reactDraft,
  'react/forecast': reactForecast,
  'react/insights': reactInsights,
  testing,
  'testing/demo': testingDemo,
  vue,
}

for (const [module, exports] of Object.entries(modules)) {
  test(`every export of ${module} has a page`, () => {
    // The bindings export the query options of core again.
    const own = Object.keys(exports).filter(name => module.startsWith('core') || !(name in query))
    const missing = own.filter(name => !pages.includes(`api/${module}/${name}.html`))
    expect(missing).toEqual([])
  })
}

test('every hook of a query has a page with arguments, result, errors and an example', () => {
  const hooks = Object.keys(react).filter(name => /^use(?!FlowClient|LiveFlows|WatchFlows)/.test(name))
  expect(hooks.length).toBeGreaterThan(12)
  const forecastHooks = Object.keys(reactForecast).filter(name => /^use(?!Flows?Verdict)/.test(name))
  expect(forecastHooks).toContain('useBalances')
  for (const hook of [...hooks, ...forecastHooks.map(name => `forecast/${name}`)])
    for (const section of ['example', 'arguments', 'result', 'errors'])
      expect(textOf(`api/react/${hook}.html`), hook).toContain(`id="${section}"`)
})

test('every other hook has a page with an example, its options and its result', () => {
  const paths = pages.filter(page =>
    /^api\/(react|vue|svelte)\/.*use(LiveFlows|WatchFlows|FlowsHealth|Flows?Verdict|FlowDraft)\.html$/.test(page),
  )
  expect(paths.length).toBeGreaterThanOrEqual(18)
  for (const path of paths)
    for (const section of ['example', 'options', 'result']) expect(textOf(path), path).toContain(`id="${section}"`)
})

test('no parameter has the placeholder name of TypeDoc', () => {
  expect(pages.filter(page => page.startsWith('api/') && textOf(page).includes('__namedParameters'))).toEqual([])
})
