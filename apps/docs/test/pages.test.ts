import { AxeBuilder } from '@axe-core/playwright'
import { expect, isApi, open, pages, test, textOf } from './site.js'

// Pages of the API are made alike: one stands for all.
const looked = pages.filter(page => !isApi(page) || page === 'api/@flow-query/core/insights.html')
const parts = [0, 1, 2].map(part => looked.filter((_, index) => index % 3 === part))

const looks = [
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
  { width: 360, colorScheme: 'dark' },
  { width: 360, colorScheme: 'light' },
] as const

for (const part of parts) {
  test(`everybody can read ${part.join(', ')}`, async ({ page }) => {
    for (const path of part) {
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize({ width: 1280, height: 800 })
      await open(page, path)
      await expect(page.locator('h1')).toHaveCount(1)
      for (const { width, colorScheme } of looks) {
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ colorScheme })
        // No frames; and code, hundreds of words each in a colour of its own, is of one kind on all pages.
        const axe = new AxeBuilder({ page }).setLegacyMode().exclude(path === 'live.html' ? [] : 'pre')
        const { violations } = await axe.analyze()
        const found = violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ html }) => html).join(' ')}`)
        expect.soft(found, `${path}, ${width} px, ${colorScheme}`).toEqual([])
        expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width)
      }
    }
  })
}

test('every link leads to a page, and to a place on it', async ({ page, baseURL }) => {
  await page.goto('/')
  const sites = await page.evaluate(
    documents =>
      documents.map(([path = '', html = '']) => {
        const site = new DOMParser().parseFromString(html, 'text/html')
        const base = new URL(path, location.href)
        return {
          path: base.pathname,
          ids: [...site.querySelectorAll('[id]')].map(({ id }) => id),
          links: [...site.querySelectorAll('.VPContent a[href], .VPSidebar a[href]')].map(
            link => new URL(link.getAttribute('href') ?? '', base).href,
          ),
        }
      }),
    pages.map(path => [path, textOf(path)]),
  )
  const idsOf = new Map(sites.map(({ path, ids }) => [path, new Set(ids)]))
  const dead: string[] = []
  for (const { path, links } of sites) {
    for (const { origin, pathname, hash } of links.map(link => new URL(link))) {
      if (origin !== baseURL || /\.(md|txt)$/.test(pathname)) continue
      const file = pathname.replace(/\/$/, '/index.html').replace(/\/([^./]+)$/, '/$1.html')
      const ids = idsOf.get(file)
      if (!ids || (hash && !ids.has(decodeURIComponent(hash.slice(1))))) dead.push(`${path}: ${pathname}${hash}`)
    }
  }
  expect(sites.flatMap(({ links }) => links).length).toBeGreaterThan(500)
  expect(dead).toEqual([])
})

test('for assistants: an index of all pages, all of them in one, each as Markdown with what it includes', () => {
  const index = textOf('llms.txt')
  for (const page of pages.filter(page => !isApi(page) && page !== 'index.html')) {
    const path = page.replace('.html', '.md')
    expect(index).toContain(`](/${path}): `)
    expect(textOf(path)).not.toContain('@include')
  }
  expect(textOf('llms-full.txt')).toContain('No FlowQueryProvider above this component')
  expect(textOf('live.md')).toContain("import { useLiveFlows } from '@flow-query/react'")
  expect(textOf('cli.md')).toContain('flow-query explain 33 --embedded')
})
