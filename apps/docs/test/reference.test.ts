import * as core from '@flow-query/core'
import * as coreCollection from '@flow-query/core/collection'
import * as coreLive from '@flow-query/core/live'
import * as coreMirror from '@flow-query/core/mirror'
import * as coreQuery from '@flow-query/core/query'
import * as coreQueryCollection from '@flow-query/core/query/collection'
import * as coreScan from '@flow-query/core/scan'
import * as format from '@flow-query/format'
import * as insights from '@flow-query/insights'
import * as insightsDraft from '@flow-query/insights/draft'
import * as insightsForecast from '@flow-query/insights/forecast'
import * as insightsQuery from '@flow-query/insights/query'
import * as react from '@flow-query/react'
import * as reactCollection from '@flow-query/react/collection'
import * as reactInsights from '@flow-query/react/insights'
import * as reactLive from '@flow-query/react/live'
import * as testing from '@flow-query/testing'
import * as testingDemo from '@flow-query/testing/demo'
import * as vue from '@flow-query/vue'
import * as vueCollection from '@flow-query/vue/collection'
import * as vueInsights from '@flow-query/vue/insights'
import * as vueLive from '@flow-query/vue/live'
import { expect, test } from '@playwright/test'
import { pages, textOf } from './site.js'

const modules = {
  core,
  'core/collection': coreCollection,
  'core/live': coreLive,
  'core/mirror': coreMirror,
  'core/query': coreQuery,
  'core/query/collection': coreQueryCollection,
  'core/scan': coreScan,
  format,
  insights,
  'insights/draft': insightsDraft,
  'insights/forecast': insightsForecast,
  'insights/query': insightsQuery,
  testing,
  'testing/demo': testingDemo,
}

const bindings = {
  react,
  'react/collection': reactCollection,
  'react/insights': reactInsights,
  'react/live': reactLive,
  vue,
  'vue/collection': vueCollection,
  'vue/insights': vueInsights,
  'vue/live': vueLive,
}

for (const [module, exports] of Object.entries(modules)) {
  test(`every export of ${module} has a page`, () => {
    const missing = Object.keys(exports).filter(name => !pages.includes(`api/${module}/${name}.html`))
    expect(missing).toEqual([])
  })
}

for (const [module, exports] of Object.entries(bindings)) {
  test(`every export of ${module} has a page, or a link to a page of core or insights`, () => {
    const index = textOf(`api/${module}/index.html`)
    const missing = Object.keys(exports).filter(
      name =>
        !pages.includes(`api/${module}/${name}.html`) && !new RegExp(`/(core|insights)/(\\w+/)*${name}"`).test(index),
    )
    expect(missing).toEqual([])
  })
}

test('every hook of a query has a page with arguments, result, errors and an example', () => {
  const hooks = Object.keys(react).filter(name => /^use(?!FlowClient)/.test(name))
  expect(hooks.length).toBeGreaterThan(12)
  const accounts = Object.keys(reactInsights).filter(name => /^use(?!Flows?Verdict|FlowsHealth|FlowDraft)/.test(name))
  expect(accounts).toContain('useBalances')
  for (const hook of [...hooks, ...accounts.map(name => `insights/${name}`)])
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
