import { AxeBuilder } from '@axe-core/playwright'
import { isReleased } from '../reference/notice.js'
import { expect, isApi, open, pages, test, textOf } from './site.js'

/** API pages have the same structure, so two of them are checked. */
const checked = pages.filter(page => !isApi(page) || /^api\/(react\/useFlow|core\/createFlowClient)\.html$/.test(page))
const parts = [0, 1, 2].map(part => checked.filter((_, index) => index % 3 === part))

const looks = [
  { width: 1280, colorScheme: 'light', rules: 'all' },
  { width: 360, colorScheme: 'dark', rules: 'all' },
] as const
/** The parts that only one width shows, such as the sidebar, are the same on all pages, so two pages are checked with all looks. */
const otherLooks = [
  { width: 1280, colorScheme: 'dark', rules: 'contrast' },
  { width: 360, colorScheme: 'light', rules: 'contrast' },
] as const
const withOtherLooks = ['index.html', 'guides/live.html']

for (const part of parts) {
  test(`these pages are accessible and fit the window: ${part.join(', ')}`, async ({ page }) => {
    test.slow()
    for (const path of part) {
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize({ width: 1280, height: 800 })
      await open(page, path)
      // Otherwise, colors are measured while they change from light to dark.
      await page.addStyleTag({ content: '* { transition: none !important }' })
      await expect(page.locator('h1')).toHaveCount(1)
      for (const { width, colorScheme, rules } of withOtherLooks.includes(path) ? [...looks, ...otherLooks] : looks) {
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ colorScheme })
        // Code has the same colors on all pages, so one page with code is enough.
        // Legacy mode opens no extra page to combine the results of frames. The site has no frames.
        const axe = new AxeBuilder({ page }).setLegacyMode().exclude(path === 'guides/live.html' ? [] : 'pre')
        if (rules === 'contrast') axe.withRules('color-contrast')
        const { violations } = await axe.analyze()
        const found = violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ html }) => html).join(' ')}`)
        expect.soft(found, `${path}, ${width} px, ${colorScheme}`).toEqual([])
        expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width)
      }
    }
  })
}

test('every link leads to a page and to an anchor on it', () => {
  const site = 'https://docs.example.org'
  const sites = pages.map(path => {
    const html = textOf(path)
    const valuesOf = (attribute: RegExp) => Array.from(html.matchAll(attribute), ([, value = '']) => value)
    const { href, pathname } = new URL(path, site)
    const links = new Set(valuesOf(/<a [^>]*?href="([^"]*)"/g))
    return {
      path: pathname,
      ids: new Set(valuesOf(/ id="([^"]*)"/g)),
      links: Array.from(links, link => new URL(link, href)),
    }
  })
  const idsOf = new Map(sites.map(({ path, ids }) => [path, ids]))
  const dead: string[] = []
  for (const { path, links } of sites) {
    for (const { origin, pathname, hash } of links) {
      if (origin !== site || /\.(md|txt)$/.test(pathname)) continue
      const file = pathname.replace(/\/$/, '/index.html').replace(/\/([^./]+)$/, '/$1.html')
      const ids = idsOf.get(file)
      if (!ids || (hash && !ids.has(decodeURIComponent(hash.slice(1))))) dead.push(`${path}: ${pathname}${hash}`)
    }
  }
  expect(sites.flatMap(({ links }) => links).length).toBeGreaterThan(500)
  expect([...new Set(dead)]).toEqual([])
})

test('every link to Markdown leads to a file with the text of the page', async ({ request }) => {
  const links = pages.flatMap(page => {
    const [, link] = /<a href="([^"]*)"[^>]*>View as Markdown</.exec(textOf(page)) ?? []
    return link ? [{ link, page }] : []
  })
  expect(pages.filter(page => !links.some(link => link.page === page))).toEqual(['index.html'])
  for (const { link } of links) {
    const response = await request.get(link)
    expect.soft(response.status(), link).toBe(200)
    // Vite responds to unknown URLs with the start page.
    expect.soft(await response.text(), link).toMatch(/^---\nurl: /)
  }
})

test('llms.txt lists all pages, and each page is available as Markdown', async () => {
  const index = textOf('llms.txt')
  expect(index.indexOf('/getting-started/react.md')).toBeLessThan(index.indexOf('/guides/'))
  expect(index.indexOf('/guides/')).toBeLessThan(index.indexOf('/api/'))
  for (const page of pages.filter(page => !isApi(page) && page !== 'index.html')) {
    const path = page.replace('.html', '.md')
    expect(index).toContain(`](/${path}): `)
    expect(textOf(path)).not.toContain('@include')
  }
  expect(textOf('llms-full.txt')).toContain('No FlowQueryProvider above this component')
  expect(textOf('guides/live.md')).toContain(
    "import { type FlowEvent, useLiveFlows, useWatchFlows } from '@flow-query/react/live'",
  )
  expect(textOf('guides/cli.md')).toContain('flow-query explain 33 --embedded')
})

for (const framework of ['react', 'vue', 'svelte']) {
  test(`Getting started with ${framework} opens a whole project in an online editor once the packages are on npm`, async ({
    page,
  }) => {
    await open(page, `/getting-started/${framework}`)
    const form = page.locator('form[action^="https://stackblitz.com/run"]')
    const files = await form.evaluate((form: HTMLFormElement) => Object.fromEntries(new FormData(form)))
    const manifest = JSON.parse(String(files['project[files][package.json]']))
    expect(manifest.scripts.dev).toBe('vite')
    expect(manifest.dependencies[`@flow-query/${framework}`]).toMatch(/^\^\d/)
    const opened = new URL((await form.getAttribute('action')) ?? '').searchParams.get('file')
    expect(files).toHaveProperty([`project[files][${opened}]`])
    const isReleased = !(await page.getByText('Not published yet').isVisible())
    await expect(form.getByRole('button')).toBeEnabled({ enabled: isReleased })
  })
}

test('every page has a description and social tags', async () => {
  for (const page of pages) {
    expect(textOf(page), page).toMatch(/<meta name="description" content="[^"]{10,}">/)
    expect(textOf(page), page).toMatch(/<meta property="og:title" content="[^"]+">/)
  }
  expect(textOf('robots.txt')).toContain('Allow: /')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the examples of all frameworks are readable', async ({ page }) => {
    await page.goto('/guides/health')
    for (const name of ['@flow-query/react/insights', '@flow-query/vue/insights', '@flow-query/svelte/insights'])
      await expect(page.locator('pre', { hasText: name }).first()).toBeVisible()
  })
})

test('a link to a heading in a tab selects the tab', async ({ page }) => {
  await open(page, '/guides/server-rendering#nuxt')
  await expect(page.locator('#nuxt')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Vue', selected: true })).toBeVisible()
})

test('the StackBlitz button is disabled until the packages are on npm, and a text says why', async ({ page }) => {
  const released = isReleased(new URL('../../../', import.meta.url))
  await open(page, '/getting-started/react')
  await expect(page.getByRole('button', { name: 'StackBlitz' })).toBeEnabled({ enabled: released })
  await expect(page.getByText('This works when the packages are on npm.')).toHaveCount(released ? 0 : 1)
})

test('the page for unknown URLs leads to the start page', async ({ page }) => {
  await page.goto('/404.html')
  await page.getByRole('link', { name: 'go to home' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('flow-query')
})
