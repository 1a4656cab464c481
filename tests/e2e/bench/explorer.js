// Compares the performance of the explorer with 5,000 and 65,000 flows to its performance with 50 flows, and measures it on a slow phone,
// and the time to its first verdict.
//
// In the root folder, `npm run bench -- explorer` builds and measures the explorer. Afterwards, `npm run bench -- phone` in this folder
// only measures it on a slow phone, and `npm run bench -- verdicts` only measures the first verdicts.
import { startDemo } from '@flow-query/demo'
import { createLcd } from '@flow-query/testing'
import { chromium } from '@playwright/test'
import { chromium as launchOptions } from '../../setup/chromium.js'
import { flowsOf } from './chain.js'
import { measureOnPhone } from './phone.js'
import { measureVerdicts } from './verdicts.js'

const sizes = [50, 5_000, 65_000]

const parts = ['sizes', 'phone', 'verdicts']
const selected = parts.filter(part => process.argv.includes(part))
const measures = part => selected.length === 0 || selected.includes(part)
const browser = await chromium.launch(await launchOptions())
let failed = false

if (measures('sizes')) {
  const measured = []
  for (const size of sizes) measured.push(await measure(size))
  report(measured)
}
if (measures('phone') && !(await measureOnPhone(browser))) failed = true
if (measures('verdicts') && !(await measureVerdicts(browser))) failed = true
await browser.close()
process.exitCode = failed ? 1 : 0

async function measure(size) {
  const lcd = createLcd({ flows: flowsOf(size, Date.now()) })
  const demo = await startDemo({ port: 0, lcdPort: 0, lcd })
  const url = `${demo.url}/flows`
  try {
    const first = await firstPaints(url)
    const page = await open(url)
    await loadAll(page, size)
    await page.waitForTimeout(2_000)
    const longest = await page.evaluate(() => window.longest)
    await collectGarbage(page)
    const idle = await busyWhile(page, () => page.waitForTimeout(20_000))
    const key = await keyToPaint(page)
    const scroll = await scrollFrames(page)
    const files = await loaded(page)
    const elements = await page.evaluate(() => document.querySelectorAll('*').length)
    const back = await backToList(page)
    await page.context().close()
    return { size, files, idle, longest, scroll, key, elements, ...back, ...first }
  } finally {
    await demo.close()
  }
}

async function open(url, throttling = 1) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(() => {
    window.longest = 0
    window.keys = []
    new PerformanceObserver(list => {
      for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration)
    }).observe({ type: 'longtask', buffered: true })
    new PerformanceObserver(list => {
      for (const { name, duration } of list.getEntries()) if (name === 'keydown') window.keys.push(duration)
    }).observe({ type: 'event', durationThreshold: 16 })
    new MutationObserver((_, observer) => {
      if (!document.querySelector('[data-testid=flow-row]')) return
      window.firstData = performance.now()
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  })
  if (throttling > 1) {
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: throttling })
  }
  await page.goto(url)
  await page.getByTestId('flow-row').first().waitFor()
  return page
}

/** Returns the times of the first paint and the first data, in milliseconds. The CPU is throttled to a quarter of its speed. */
async function firstPaints(url) {
  const page = await open(url, 4)
  const paints = await page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    data: window.firstData,
  }))
  await page.context().close()
  return paints
}

/** Loads all flows of a chain. A large chain loads them only after a click. */
async function loadAll(page, size) {
  if (size > 5_000) await page.getByTestId('load-all').click()
  await page.waitForFunction(
    size =>
      document.querySelector('[data-testid=flows-found]')?.textContent?.replaceAll(',', '').startsWith(`${size} `),
    size,
    { timeout: 300_000 },
  )
}

/** Collects the garbage from loading the chain, so that this work is not part of the next measurement. */
async function collectGarbage(page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.detach()
}

/** Returns the fraction of the time in which the main thread is busy. It measures CPU time, so other processes don't matter. */
async function busyWhile(page, doing) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const worked = async () => (await metricsOf(devtools)).TaskDuration ?? 0
  const [before, began] = [await worked(), performance.now()]
  await doing()
  return (1_000 * ((await worked()) - before)) / (performance.now() - began)
}

async function metricsOf(devtools) {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
}

async function keyToPaint(page) {
  await page.evaluate(() => window.keys.splice(0))
  await page.getByTestId('filter-words').pressSequentially('flow 12', { delay: 150 })
  await page.getByTestId('filter-words').fill('')
  await page.waitForTimeout(1_000)
  // The browser reports only key presses that took longer than a frame.
  return Math.max(16, ...(await page.evaluate(() => window.keys)))
}

/** Returns the 95th-percentile frame time while scrolling, in milliseconds. */
async function scrollFrames(page) {
  await page.mouse.move(640, 600)
  await page.evaluate(() => {
    window.frames_ = []
    let last = performance.now()
    const frame = now => {
      window.frames_.push(now - last)
      last = now
      window.frame_ = requestAnimationFrame(frame)
    }
    window.frame_ = requestAnimationFrame(frame)
  })
  for (let step = 0; step < 60; step++) {
    await page.mouse.wheel(0, step < 30 ? 400 : -400)
    await page.waitForTimeout(16)
  }
  return page.evaluate(() => {
    cancelAnimationFrame(window.frame_)
    const frames = window.frames_.sort((a, b) => a - b)
    return frames[Math.floor(frames.length * 0.95)]
  })
}

async function backToList(page) {
  await page.evaluate(() => scrollTo(0, 1_200))
  await page.waitForTimeout(500)
  const before = await page.evaluate(() => scrollY)
  await page.getByTestId('flow-link').nth(8).click()
  await page.getByTestId('flow-title').waitFor()
  const back = await page.evaluate(
    () =>
      new Promise(resolve => {
        const start = performance.now()
        const check = () => {
          if (document.querySelector('[data-testid=flow-row]')) resolve(performance.now() - start)
          else requestAnimationFrame(check)
        }
        history.back()
        requestAnimationFrame(check)
      }),
  )
  await page.waitForTimeout(300)
  return { back, moved: Math.abs((await page.evaluate(() => scrollY)) - before) }
}

/** Returns the size of the explorer's own files, as transferred, in kB. */
function loaded(page) {
  return page.evaluate(() => {
    const files = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    const own = files.filter(({ name }) => new URL(name).origin === location.origin)
    return own.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1_000
  })
}

function report([few, ...many]) {
  const rows = [
    ['idle main thread, %', 'idle', value => (value * 100).toFixed(2), 0.005],
    ['longest task, ms', 'longest', value => value.toFixed(0), 50],
    ['scroll frame p95, ms', 'scroll', value => value.toFixed(1)],
    ['key to paint, ms', 'key', value => value.toFixed(0)],
  ]
  console.log(`${''.padEnd(28)}${sizes.map(size => `${size} flows`.padStart(16)).join('')}`)
  for (const [name, field, format, floor = 0] of rows) {
    const cells = many.map(({ [field]: value }) => {
      // Values below the floor are too small to compare.
      const ratio = Math.max(value, floor) / Math.max(few[field], floor)
      if (ratio > 1.5) failed = true
      return `${format(value)} (${ratio.toFixed(2)}x)`
    })
    console.log(name.padEnd(28) + [format(few[field]), ...cells].map(cell => cell.padStart(16)).join(''))
  }
  const plain = [
    ['elements', 'elements', 2_000],
    ['its own files, kB', 'files', 150],
    ['back to the list, ms', 'back', 500],
    ['... moved by, px', 'moved', 4],
    ['first paint, 4x slower, ms', 'paint', 800],
    ['first data, 4x slower, ms', 'data', 1_100],
  ]
  for (const [name, field, limit] of plain) {
    const values = [few, ...many].map(measured => measured[field])
    if (values.some(value => value > limit)) failed = true
    const cells = values.map(value => value.toFixed(0).padStart(16))
    console.log(`${name.padEnd(28)}${cells.join('')}   at most ${limit}`)
  }
}
