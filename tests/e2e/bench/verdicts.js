import { startDemo } from '@flow-query/demo'

/**
 * The visits that are measured. Each visit opens its page in a new browser context with an empty cache. `latency` is the delay of each HTTP
 * request, and `nodeLatency` is the delay of each response and WebSocket message of the node. Both are in milliseconds.
 */
const visits = [
  { name: 'an owner', path: ownerPath, rounds: 20, throttling: 4, latency: 150, nodeLatency: 0, limit: 5_000 },
  { name: 'the overview', path: () => '/', rounds: 10, throttling: 1, latency: 0, nodeLatency: 600, limit: 4_000 },
]

/** An element with a verdict, in any list or table of a page. */
const verdict = 'main [data-health]'

/**
 * Measures the time from the address of a page to its first verdict, and when each step on the way ends, on the demo chain. Prints the
 * medians and 95th percentiles, and returns whether all verdicts are within their limits.
 */
export async function measureVerdicts(browser) {
  let passed = true
  for (const visit of visits) {
    const demo = await startDemo({ port: 0, lcdPort: 0, latency: visit.nodeLatency })
    try {
      const url = demo.url + (await visit.path(demo.lcdUrl))
      const measured = []
      for (let round = 0; round < visit.rounds; round++)
        measured.push(await firstVerdict(browser, url, demo.lcdUrl, visit))
      if (!report(visit, measured)) passed = false
    } finally {
      await demo.close()
    }
  }
  return passed
}

/** Returns the path of the owner with the most flows among the newest ones. */
async function ownerPath(lcdUrl) {
  const response = await fetch(`${lcdUrl}/intento/intent/v1/flows?pagination.limit=100&pagination.reverse=true`)
  const { flows } = await response.json()
  const counts = new Map()
  for (const { owner } of flows) counts.set(owner, (counts.get(owner) ?? 0) + 1)
  const [[owner]] = [...counts].sort(([, one], [, other]) => other - one)
  return `/owners/${owner}`
}

/** Returns when each step ends, in milliseconds since the navigation, and the number of requests to the node before the verdict. */
async function firstVerdict(browser, url, lcdUrl, { throttling, latency }) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: throttling })
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
    await page.addInitScript(markVerdict, verdict)
    await page.goto(url)
    await page.waitForFunction(() => window.verdictPainted, undefined, { timeout: 120_000 })
    return await page.evaluate(stepsUntilVerdict, lcdUrl)
  } finally {
    await context.close()
  }
}

/** Saves the time of the first frame with a verdict. Runs in the page. */
function markVerdict(selector) {
  performance.setResourceTimingBufferSize(10_000)
  new MutationObserver((_, observer) => {
    if (!document.querySelector(selector)) return
    observer.disconnect()
    // A task after the next frame runs when the frame has been painted.
    requestAnimationFrame(() =>
      setTimeout(() => {
        window.verdictPainted = performance.now()
      }),
    )
  }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-health'] })
}

/** Runs in the page. */
function stepsUntilVerdict(lcdUrl) {
  const painted = window.verdictPainted
  const [html] = performance.getEntriesByType('navigation')
  const loaded = performance.getEntriesByType('resource').filter(({ responseEnd }) => responseEnd < painted)
  const last = entries => Math.max(...entries.map(({ responseEnd }) => responseEnd))
  const responses = loaded.filter(({ name }) => name.startsWith(lcdUrl))
  const first = Math.min(...responses.map(({ responseEnd }) => responseEnd))
  return {
    HTML: html.responseEnd,
    scripts: last(loaded.filter(({ name, startTime }) => name.endsWith('.js') && startTime < first)),
    'first response': first,
    collection: last(responses.filter(({ name }) => /\/v1\/flows(\/\w+)?\?/.test(name))),
    facts: last(responses),
    'verdict painted': painted,
    'requests to the node': responses.length,
  }
}

function report({ name, throttling, latency, nodeLatency, rounds, limit }, measured) {
  const slow = [
    throttling > 1 && `a CPU that is ${throttling}x slower`,
    latency > 0 && `${latency} ms latency`,
    nodeLatency > 0 && `a node with ${nodeLatency} ms latency`,
  ]
  const conditions = slow.filter(Boolean).join(' and ')
  console.log(`first verdict of ${name}, ${rounds} visits with ${conditions}, in ms since the navigation`)
  console.log(''.padEnd(24) + ['median', '95th percentile'].map(title => title.padStart(16)).join(''))
  let passed = true
  for (const step of Object.keys(measured[0])) {
    const values = measured.map(steps => steps[step]).sort((a, b) => a - b)
    const highest = percentile(values, 0.95)
    const isLimited = step === 'verdict painted'
    if (isLimited && highest > limit) passed = false
    const budget = isLimited ? `   at most ${limit}${highest > limit ? '  EXCEEDED' : ''}` : ''
    const cells = [percentile(values, 0.5), highest].map(value => value.toFixed(0).padStart(16))
    console.log(step.padEnd(24) + cells.join('') + budget)
  }
  return passed
}

function percentile(sorted, share) {
  return sorted[Math.ceil(sorted.length * share) - 1]
}
