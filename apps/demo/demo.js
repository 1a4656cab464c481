import './lifetime.js'
import { apps, chooseApp, exitWith } from './apps.js'
import { docsFolder } from './docs.js'
import { problemOf, startDemo, UrlError } from './start.js'

const app = chooseApp(process.argv.slice(2))

const { LCD_URL: lcdUrl, RPC_URL: rpcUrl, CHAINS: chains, MONITOR_URL: monitor } = process.env

try {
  const given = {
    ...(lcdUrl && { lcdUrl }),
    ...(rpcUrl && { rpcUrl }),
    ...(chains && { chains }),
    ...(monitor && { monitor }),
  }
  const demo = await startDemo({ app, docs: docsFolder(), ...given })
  const lines = [
    [apps[app].title, demo.url],
    ['Documentation', demo.docsUrl],
    [demo.lcd ? 'LCD in memory' : 'LCD', demo.lcdUrl],
  ]
  const width = Math.max(...lines.map(([label]) => String(label).length))
  console.log(`\n${lines.map(([label, url]) => `  ${String(label).padEnd(width)}   ${url}`).join('\n')}\n`)
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
