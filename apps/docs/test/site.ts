import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { test as base, expect } from '../../../tests/setup/browser-test.js'

export { expect }

const dist = join(import.meta.dirname, '../dist')

/** The paths of all pages, from `index.html` to `api/react/useFlow.html`. */
export const pages = readdirSync(dist, { recursive: true, encoding: 'utf8' })
  .filter(path => path.endsWith('.html') && path !== '404.html')
  .sort()

export const isApi = (page: string) => page.startsWith('api/')

export const textOf = (path: string) => readFileSync(join(dist, path), 'utf8')

/** Opens a page and waits for hydration. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator('.VPSwitchAppearance').first()).toHaveAttribute('title', /./)
}

/** Fails a test if a page logs an error or sends a request to another origin. */
export const test = base.extend<{ quiet: undefined }>({
  quiet: [
    async ({ page, baseURL }, use) => {
      const complaints: string[] = []
      page.on('console', message => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
      })
      page.on('pageerror', error => complaints.push(`${error}`))
      page.on('request', request => {
        const { origin, protocol } = new URL(request.url())
        if (protocol.startsWith('http') && origin !== baseURL) complaints.push(`request to ${request.url()}`)
      })
      page.on('websocket', socket => complaints.push(`WebSocket to ${socket.url()}`))
      await use(undefined)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})
