import { spawn } from 'node:child_process'
import { chromium } from '@playwright/test'

const base = process.argv[2]
const widths = (process.argv[3] ?? '360,1280').split(',').map(Number)
const themes = (process.argv[4] ?? 'light').split(',')
const paths = (process.argv[5] ?? '/,/flows,/flows/1,/flows/40,/params,/agents').split(',')
const out = process.argv[6] ?? '/tmp/shots'
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
})
for (const theme of themes)
  for (const w of widths) {
    const page = await browser.newPage({ viewport: { width: w, height: w < 500 ? 780 : 900 }, colorScheme: theme })
    page.on('pageerror', e => console.log('ERR', e.message))
    page.on('console', m => m.type() === 'error' && console.log('console', m.text()))
    for (const p of paths) {
      await page.goto(base + p)
      await page.waitForTimeout(3500)
      await page.screenshot({ path: `${out}/${theme}-${w}-${p.replace(/\W+/g, '_')}.png` })
      console.log(w, p, await page.title())
    }
    await page.close()
  }
await browser.close()
