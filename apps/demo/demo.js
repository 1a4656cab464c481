import './lifetime.js'
import { builtDocs } from './docs.js'
import { explorers } from './explorer.js'
import { problemOf, startDemo, UrlError } from './start.js'

/** Ends with what went wrong, in words. */
function refuse(/** @type {string} */ problem) {
  console.error(`\n  ${problem}\n`)
  process.exit(1)
}

const asked = process.argv.slice(2)
const known = /** @type {import('./explorer.js').ExplorerName[]} */ (Object.keys(explorers))
const unknown = asked.find(name => name !== 'all' && !Object.hasOwn(explorers, name))
if (unknown !== undefined) refuse(`There is no explorer “${unknown}”. There is: ${known.join(', ')}, all`)
if (!asked.length) asked.push('react')
const names = known.filter(name => asked.includes('all') || asked.includes(name))

const { LCD_URL: lcdUrl, RPC_URL: rpcUrl } = process.env

try {
  const docs = builtDocs()
  const demo = await startDemo({ names, ...(docs && { docs }), ...(lcdUrl && { lcdUrl }), ...(rpcUrl && { rpcUrl }) })
  const lines = [
    ...(demo.startUrl ? [['Start here', demo.startUrl]] : []),
    ...demo.explorers.map(({ name, url }) => [`Flow Explorer (${name})`, url]),
    ['Documentation', demo.docsUrl ?? 'not built yet: npm run docs -- build'],
    [demo.lcd ? 'LCD in memory' : 'LCD', demo.lcdUrl],
  ]
  const width = Math.max(...lines.map(([label]) => String(label).length))
  console.log(`\n${lines.map(([label, url]) => `  ${String(label).padEnd(width)}   ${url}`).join('\n')}\n`)
  if (demo.lcd)
    console.log('  Another node:  LCD_URL=https://lcd.example.org RPC_URL=https://rpc.example.org npm run demo')
  console.log('  Ctrl-C ends it.\n')

  const problem = demo.lcd ? null : await problemOf(demo.lcdUrl)
  if (problem)
    console.warn(`  Warning: ${problem}\n  The pages are there all the same, and will show it once it answers.\n`)
} catch (error) {
  if (error instanceof UrlError) refuse(error.message)
  refuse(`The demo could not start: ${error instanceof Error ? error.message : error}`)
}
