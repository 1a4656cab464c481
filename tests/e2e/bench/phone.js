import { startDemo } from '@flow-query/demo'
import { createLcd } from '@flow-query/testing'
import { flowsOf } from './chain.js'

const size = 65_000
const loadedText = `${size.toLocaleString('en')} flows`
/** The CPU has a quarter of its speed. */
const throttling = 4

/**
 * Measures what a visitor with a slow phone does on a large chain: loads, searches, filters and sorts flows, opens other pages, and
 * opens the explorer again. Prints each value with its budget. Returns whether all values are within their budgets.
 *
 * Tasks are measured in CPU time of the main thread, so that other processes matter little. Times until a screen is complete are
 * measured in both, and their budgets are only meaningful on an idle machine.
 */
export async function measureOnPhone(browser) {
  const lcd = createLcd({ flows: flowsOf(size, Date.now()) })
  const demo = await startDemo({ port: 0, lcdPort: 0, lcd })
  const context = await browser.newContext({ viewport: { width: 390, height: 800 } })
  try {
    const { url } = demo
    return report([...(await visit(browser, context, url)), ...(await reopen(browser, context, url))])
  } finally {
    await context.close()
    await demo.close()
  }
}

async function openTab(context) {
  const page = await context.newPage()
  page.setDefaultTimeout(300_000)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: throttling })
  await page.addInitScript(markScreens, loadedText)
  return { page, devtools }
}

/** Loads all flows, and opens all pages that show many flows. */
async function visit(browser, context, url) {
  const { page, devtools } = await openTab(context)
  let bytes = 0
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await devtools.send('Network.enable')
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const rows = []
  const longest = async (name, work) => {
    const { longest, cpu } = await traced(browser, page, async () => {
      await work()
      await untilQuiet(page, devtools)
    })
    rows.push([name, longest, 200])
    return cpu
  }
  const select = (testId, value) => () => page.getByTestId(testId).selectOption(value)
  const searching = page.getByTestId('filter-words')

  await page.goto(`${url}/flows`)
  await page.getByTestId('flow-row').first().waitFor()
  const cpu = await longest('longest task: load', async () => {
    await page.getByTestId('load-all').click()
    await page.getByTestId('flows-found').getByText(loadedText, { exact: true }).waitFor()
  })
  await devtools.send('HeapProfiler.collectGarbage')
  const { JSHeapUsedSize: heap } = await metricsOf(devtools)
  rows.push(['CPU of loading, s', cpu / 1_000], ['heap, MB', heap / 1e6], ['data read, MB', bytes / 1e6])

  await longest('... search', () => searching.pressSequentially('send 5 into', { delay: 120 }))
  await longest('... clear the search', () => searching.fill(''))
  await page.getByTestId('filters-toggle').click()
  await longest('... filter', select('filter-status', 'active'))
  await longest('... sort', select('sort', 'label'))
  await longest('... worst first', select('filter-health', 'attention'))
  await longest('... without filter', select('filter-health', ''))
  await longest('... events', () => page.waitForTimeout(10_000))
  await longest('... overview', async () => {
    await page.getByTestId('nav-overview').click()
    await page.getByTestId('attention-checked').getByText('flows checked').waitFor()
  })
  await longest('... owner', async () => {
    await page.getByTestId('nav-flows').click()
    await page.getByTestId('flow-row-owner').first().click()
    await page.getByTestId('owner-total').waitFor()
  })
  await page.close()
  return rows
}

/** Opens the explorer again in a new tab. The flows are stored on the device. */
async function reopen(browser, context, url) {
  const rows = []
  for (const [name, path] of [
    ['flows', '/flows'],
    ['overview', '/'],
  ]) {
    const { page } = await openTab(context)
    const { longest, at } = await traced(browser, page, async () => {
      // The page reports its screens itself, because code that waits for them would slow down the first one.
      const reported = screen => page.waitForEvent('console', message => message.text() === screen)
      await Promise.all([reported('screen: first'), reported('screen: all'), page.goto(url + path)])
    })
    await page.close()
    rows.push(
      [`reopened ${name}: first screen, ms`, at('screen: first').elapsed, 500],
      ['... of it CPU', at('screen: first').cpu, 500],
      ['... all flows, ms', at('screen: all').elapsed, 4_000],
      ['... of it CPU', at('screen: all').cpu, 4_000],
      ['... longest task', longest, 200],
    )
  }
  return rows
}

/** Marks the times of the first screen, and of the screen with all flows. Runs in the page. */
function markScreens(loadedText) {
  const find = testId => document.querySelector(`[data-testid=${testId}]`)
  const text = testId => find(testId)?.textContent ?? ''
  const screens = {
    'screen: first': () => ['flow-row', 'next-failure', 'flow-line', 'newest-run', 'count-active'].some(find),
    'screen: all': () => text('flows-found').startsWith(loadedText) || text('attention-checked').includes(loadedText),
  }
  new MutationObserver((_, observer) => {
    for (const [name, isShown] of Object.entries(screens)) {
      if (!isShown()) continue
      performance.mark(name)
      console.debug(name)
      delete screens[name]
    }
    if (Object.keys(screens).length === 0) observer.disconnect()
  }).observe(document, { childList: true, subtree: true, characterData: true })
}

/** Waits until the main thread was almost idle for a while. A page with events is never idle. */
async function untilQuiet(page, devtools) {
  const worked = async () => (await metricsOf(devtools)).TaskDuration
  let [before, idle] = [await worked(), 0]
  for (let tries = 0; tries < 60 && idle < 3; tries++) {
    await page.waitForTimeout(1_000)
    const now = await worked()
    idle = now - before < 0.2 ? idle + 1 : 0
    before = now
  }
}

async function metricsOf(devtools) {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
}

/**
 * Traces the main thread of the page while something happens. Returns the CPU times of its longest task and of all tasks, and the
 * times of marks since the page was opened. All times are in milliseconds.
 */
async function traced(browser, page, work) {
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing', '__metadata'] })
  await work()
  const { traceEvents } = JSON.parse(await browser.stopTracing())
  const threads = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf),
  )
  const tasks = traceEvents.filter(
    event => event.name === 'ThreadControllerImpl::RunTask' && event.tdur !== undefined && threads.has(threadOf(event)),
  )
  const sum = some => some.reduce((total, { tdur }) => total + tdur, 0) / 1_000
  const opened = traceEvents.filter(({ name }) => name === 'navigationStart').at(-1)
  const at = name => {
    const mark = traceEvents.find(event => event.name === name)
    const before = tasks.filter(({ ts }) => ts >= opened.ts && ts < mark.ts)
    return { elapsed: (mark.ts - opened.ts) / 1_000, cpu: sum(before) }
  }
  return { longest: Math.max(0, ...tasks.map(({ tdur }) => tdur / 1_000)), cpu: sum(tasks), at }
}

function threadOf({ pid, tid }) {
  return `${pid} ${tid}`
}

function report(rows) {
  console.log(`with ${loadedText} on a CPU that is ${throttling}x slower, in ms of CPU time unless stated otherwise`)
  for (const [name, value, limit] of rows) {
    const budget = limit === undefined ? '' : `   at most ${limit}${value > limit ? '  EXCEEDED' : ''}`
    console.log(name.padEnd(36) + value.toFixed(0).padStart(8) + budget)
  }
  return rows.every(([, value, limit]) => limit === undefined || value <= limit)
}
