import './lifetime.js'
import { apps, chooseApp, exitWith } from './apps.js'
import { docsFolder } from './docs.js'
import { problemOf, startDemo, UrlError } from './start.js'

const app = chooseApp(process.argv.slice(2))

/** The label of a flow of the demo chain. */
const oftenFailing = 'DCA ATOM every minute'

const { LCD_URL: lcdUrl, RPC_URL: rpcUrl, CHAINS: chains, MONITOR_URL: monitor } = process.env

try {
  const given = {
    ...(lcdUrl && { lcdUrl }),
    ...(rpcUrl && { rpcUrl }),
    ...(chains && { chains }),
    ...(monitor && { monitor }),
  }
  const onProblem = (/** @type {string} */ text) => console.warn(`  Warning: ${text}`)
  const demo = await startDemo({ app, docs: docsFolder(), startsMonitor: true, onProblem, ...given })
  const lines = [
    [apps[app].title, demo.url],
    ['Documentation', demo.docsUrl],
    [demo.lcd ? 'LCD in memory' : 'LCD', demo.lcdUrl],
    ...(demo.monitorUrl ? [['API for alerts', demo.monitorUrl]] : []),
  ]
  const width = Math.max(...lines.map(([label]) => String(label).length))
  console.log(`\n${lines.map(([label, url]) => `  ${String(label).padEnd(width)}   ${url}`).join('\n')}\n`)
  const failing = demo.lcd?.state.flows.find(({ label }) => label === oftenFailing)
  if (demo.monitorUrl && failing)
    console.log(`  To get an alert, open ${demo.url}/flows/${failing.id} and select Notify me. Every other run fails.`)
  if (demo.lcd)
    console.log('  To use another node: LCD_URL=https://lcd.example.org RPC_URL=https://rpc.example.org npm run demo')
  console.log('  Press Ctrl-C to stop.\n')

  const problem = demo.lcd ? null : await problemOf(demo.lcdUrl)
  if (problem)
    console.warn(`  Warning: ${problem}\n  The page still opens. It shows the flows when the node responds.\n`)
} catch (error) {
  if (error instanceof UrlError) exitWith(error.message)
  exitWith(`The demo could not start: ${error instanceof Error ? error.message : error}`)
}
