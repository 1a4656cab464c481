import { createECDH, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDemo } from '@flow-query/demo'
import { monitorFlows } from '@flow-query/monitor'
import type { Page } from '@playwright/test'
import { test as base, expect, type Node, openLive } from '../explorer.js'
import { alice, ids, sample } from '../sample.js'
import { expectAccessible } from './accessible.js'

interface Monitored {
  /** The URL of an explorer with a monitor. */
  url: string
  monitor: string
  node: Node
  /** Sends a message to the Telegram bot, and waits for its answer. */
  sendToBot: (text: string) => Promise<void>
  stopMonitor: () => Promise<void>
}

const test = base.extend<{ monitored: Monitored }>({
  monitored: async ({ startNode }, use) => {
    const node = await startNode({ state: sample() })
    const folder = await mkdtemp(join(tmpdir(), 'flow-query-subscriptions-'))
    const telegram = await startTelegram()
    const urls = { lcdUrl: node.url, rpcUrl: node.url }
    // The monitor must know the origin of the pages, and the pages must know the URL of the monitor.
    const unmonitored = await startDemo({ ...urls, port: 0 })
    await unmonitored.close()
    const stopping = new AbortController()
    let monitoring: Promise<unknown> = Promise.resolve()
    const monitor = await new Promise<string>((resolve, reject) => {
      monitoring = monitorFlows(
        { lcd: node.url },
        {
          subscriptions: {
            store: join(folder, 'subscriptions.json'),
            port: 0,
            origins: [unmonitored.url],
            allowPrivate: true,
            telegramToken: 'token',
            telegramApi: telegram.url,
            onOpen: resolve,
          },
          signal: stopping.signal,
        },
      ).catch(reject)
    })
    const demo = await startDemo({ ...urls, port: Number(new URL(unmonitored.url).port), monitor })
    async function stopMonitor() {
      stopping.abort()
      await monitoring
    }
    await use({ url: demo.url, monitor, node, sendToBot: telegram.send, stopMonitor })
    await stopMonitor()
    await demo.close()
    await telegram.close()
    await rm(folder, { recursive: true })
  },
})

test.use({ nodeFails: true })

/** Answers like Telegram's API. */
async function startTelegram() {
  const messages: { update_id: number; message: object }[] = []
  let next = 0
  let onAnswer = () => {}
  const server = createServer((request, response) => {
    const isPoll = request.url?.endsWith('/getUpdates')
    const result = isPoll ? messages.splice(0) : { username: 'test_bot' }
    if (request.url?.endsWith('/sendMessage')) onAnswer()
    // Telegram also waits before an answer without messages.
    setTimeout(() => response.end(JSON.stringify({ ok: true, result })), isPoll ? 50 : 0)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    send: (text: string) =>
      new Promise<void>(resolve => {
        onAnswer = resolve
        messages.push({ update_id: ++next, message: { text, chat: { id: 7 } } })
      }),
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/**
 * Headless Chromium has no push service, so the page gets an address without a server. It also never shows notifications, so the page
 * records them.
 */
async function stubPush(page: Page, permission: NotificationPermission = 'granted'): Promise<void> {
  await page.addInitScript(recordNotifications)
  const browser = createECDH('prime256v1')
  const keys = { p256dh: browser.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') }
  const stub = ({ permission, keys }: { permission: NotificationPermission; keys: Record<string, string> }) => {
    Notification.requestPermission = async () => permission
    PushManager.prototype.subscribe = async () =>
      ({ toJSON: () => ({ endpoint: 'http://127.0.0.1:9/push', keys }) }) as unknown as PushSubscription
  }
  await page.addInitScript(stub, { permission, keys })
}

/** Runs in a page or in a service worker. */
function recordNotifications(): void {
  const shown: object[] = []
  Object.assign(globalThis, { shown })
  ServiceWorkerRegistration.prototype.showNotification = async (title, { body, tag, data } = {}) => {
    shown.push({ title, body, tag, url: data.url })
  }
}

/** Runs in a page or in a service worker, and returns the recorded notifications. */
const notifications = () => (globalThis as unknown as { shown: object[] }).shown

test('subscribes to a flow by push, and pauses and ends the subscription', async ({ page, monitored }) => {
  await stubPush(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${monitored.url}/flows/${ids.rent}`)
  await page.getByTestId('notify').click()
  const dialog = page.getByTestId('notify-dialog')
  await expect(dialog).toContainText('when Pay rent fails, stops, or will fail soon')
  await page.getByTestId('notify-only-stops').check()
  await page.getByTestId('notify-quiet').check()
  await page.getByTestId('notify-from').fill('21:30')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page)
  }
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([])
  await page.getByTestId('notify-subscribe').click()
  await expect(page.getByTestId('notify-state')).toContainText('You are subscribed')
  await expect(page.getByTestId('notify-close')).toBeFocused()
  await page.getByTestId('notify-all').click()

  const line = page.getByTestId('subscription')
  const state = page.getByTestId('subscription-state')
  await expect(line).toContainText(/Pay rent\s*Flow 1/)
  await expect(state).toHaveText('Active · This browser · Only stops · Quiet from 21:30 to 07:00 (Europe/Berlin)')
  await page.getByTestId('subscription-pause').click()
  await expect(state).toHaveText(/^Paused/)
  await page.reload()
  await expect(state).toHaveText(/^Paused/)
  await expectAccessible(page)
  await page.getByTestId('subscription-pause').click()
  await expect(state).toHaveText(/^Active/)
  await page.getByTestId('subscription-end').click()
  await expectAccessible(page)
  await page.getByTestId('subscription-end-confirm').click()
  await expect(line).toHaveText('Ended: Pay rent')
  await page.reload()
  await expect(page.getByTestId('empty')).toContainText('No subscriptions')
})

test('My flows subscribes to its flows and owners', async ({ page, monitored }) => {
  for (const [path, name] of [
    [`/owners/${alice}`, 'Alice'],
    [`/flows/${ids.rent}`, 'Our rent'],
  ] as const) {
    await page.goto(`${monitored.url}${path}`)
    await page.getByTestId('bookmark').click()
    await page.getByTestId('bookmark-name').fill(name)
    await page.getByTestId('bookmark-save').click()
  }
  await page.getByTestId('nav-overview').click()
  await page.getByTestId('bookmarks').getByTestId('notify').click()
  await expect(page.getByTestId('notify-dialog')).toContainText('when Our rent and flows of Alice fail, stop, or')
  await page.getByTestId('notify-telegram').check()
  await page.getByTestId('notify-subscribe').click()
  await expect(page.getByTestId('telegram-link')).toHaveCount(2)
  await page.getByTestId('notify-all').click()
  await expect(page.getByTestId('subscription')).toContainText(['Alice', 'Our rent'])
})

test('My flows subscribes to its owners by Telegram, and shows when they are confirmed', async ({
  page,
  monitored,
  until,
}) => {
  await page.goto(`${monitored.url}/owners/${alice}`)
  await page.getByTestId('bookmark').click()
  await page.getByTestId('bookmark-name').fill('Alice')
  await page.getByTestId('bookmark-save').click()
  await page.getByTestId('nav-overview').click()
  await page.getByTestId('bookmarks').getByTestId('notify').click()
  await page.getByTestId('notify-telegram').check()
  await page.getByTestId('notify-subscribe').click()
  const link = page.getByTestId('telegram-link')
  await expect(link).toHaveAttribute('href', /^https:\/\/t\.me\/test_bot\?start=/)
  const code = new URL((await link.getAttribute('href')) ?? '').searchParams.get('start')
  await page.getByTestId('notify-all').click()
  const state = page.getByTestId('subscription-state')
  await expect(state).toHaveText('Not confirmed yet · Telegram')
  await expect(link).toBeVisible()
  await expectAccessible(page)
  await monitored.sendToBot(`/start ${code}`)
  await until(async () => expect(await state.textContent()).toBe('Active · Telegram'))
  await expect(link).toHaveCount(0)

  await monitored.sendToBot('/stop')
  await page.reload()
  await expect(page.getByTestId('subscription')).toContainText('doesn’t know this subscription any more')
  await page.reload()
  await expect(page.getByTestId('empty')).toBeVisible()
})

test('says why a subscription failed', async ({ page, monitored }) => {
  await stubPush(page, 'denied')
  await page.goto(`${monitored.url}/flows/${ids.rent}`)
  await page.getByTestId('notify').click()
  const problem = page.getByTestId('notify-problem')
  await page.getByTestId('notify-subscribe').click()
  await expect(problem).toContainText('Your browser blocks notifications from this site. Allow notifications in')
  await monitored.stopMonitor()
  await page.getByTestId('notify-telegram').check()
  await page.getByTestId('notify-subscribe').click()
  await expect(problem).toContainText('The monitor can’t be reached')
})

test('subscribes to the flows that match a search, with the keyboard', async ({ page, monitored }) => {
  await stubPush(page)
  await page.setViewportSize({ width: 360, height: 740 })
  const notify = page.getByTestId('notify')
  for (const search of ['', '?q=rent&status=active']) {
    await page.goto(`${monitored.url}/flows${search}`)
    await expect(page.getByTestId('csv')).toBeVisible()
    await expect(notify).toHaveCount(0)
  }
  await page.goto(`${monitored.url}/flows?q=rent`)
  await notify.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByTestId('notify-dialog')
  await expect(dialog).toContainText(
    'when flows that match “rent” fail, stop, or will fail soon. New flows that match are covered too.',
  )
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page)
  }
  await page.getByTestId('notify-subscribe').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('notify-state')).toContainText('You are subscribed')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(notify).toBeFocused()
  await expectAccessible(page)

  await page.goto(`${monitored.url}/subscriptions`)
  const line = page.getByTestId('subscription')
  await expect(line).toContainText(/“rent”\s*Search/)
  await expectAccessible(page)
  await line.getByRole('link').click()
  await expect(page).toHaveURL(`${monitored.url}/flows?q=rent`)
  await expect(page.getByTestId('filter-words')).toHaveValue('rent')
})

test('a browser without a push service shows notifications while the page is open', async ({
  page,
  monitored,
  until,
}) => {
  await stubPush(page)
  await page.addInitScript(() => {
    PushManager.prototype.subscribe = async () => {
      throw new DOMException('push service not available', 'AbortError')
    }
  })
  await page.goto(`${monitored.url}/flows/${ids.rent}`)
  await expect(page.getByTestId('verdict')).toHaveAttribute('data-health', 'healthy')
  await page.getByTestId('notify').click()
  await page.getByTestId('notify-subscribe').click()
  await expect(page.getByTestId('notify-problem')).toContainText('Your browser can’t receive push messages')
  await expectAccessible(page)
  await page.getByTestId('notify-while-open').click()
  await expect(page.getByTestId('notify-dialog')).toContainText('While this page is open')
  await expect(page.getByTestId('notify-page')).toBeFocused()
  await page.getByTestId('notify-page').click()
  await expect(page.getByTestId('notify-state')).toHaveText('Notifications are on.')
  await page.getByTestId('notify-close').click()
  monitored.node.lcd.execute(ids.rent, { outcome: 'failed', error: 'insufficient funds' })
  await until(async () => expect(await page.evaluate(notifications)).toHaveLength(1))

  await page.getByTestId('notify').click()
  await page.getByTestId('notify-page').click()
  await page.getByTestId('notify-close').click()
  await page.getByTestId('notify').click()
  await expect(page.getByTestId('notify-subscribe')).toBeVisible()
})

test('only the chain of the server has subscriptions', async ({ page, monitored, startNode }) => {
  const other = await startNode({ state: sample() })
  await page.goto(`${monitored.url}/flows/${ids.rent}?lcd=${encodeURIComponent(other.url)}`)
  await page.getByTestId('notify').click()
  await expect(page.getByTestId('notify-dialog')).toContainText('While this page is open')
})

test('a push message shows a notification, which opens the page of the flow', async ({ page, monitored }) => {
  await stubPush(page)
  await page.goto(`${monitored.url}/flows/${ids.rent}`)
  await page.getByTestId('notify').click()
  await page.getByTestId('notify-subscribe').click()
  await expect(page.getByTestId('notify-state')).toContainText('You are subscribed')

  const devTools = await page.context().newCDPSession(page)
  const registered = new Promise<string>(resolve =>
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    }),
  )
  await devTools.send('ServiceWorker.enable')
  const registrationId = await registered
  const deliver = (data: string) =>
    devTools.send('ServiceWorker.deliverPushMessage', { origin: monitored.url, registrationId, data })

  const [worker] = page.context().serviceWorkers()
  if (!worker) throw new Error('The page has no service worker.')
  await worker.evaluate(recordNotifications)
  const url = `${monitored.url}/flows/${ids.interchain}`
  const message = { title: 'Stake on Osmosis will fail', body: 'Insufficient balance', tag: 'alert-1', url }
  await deliver(JSON.stringify(message))
  await deliver('no JSON')
  await expect
    .poll(() => worker.evaluate(notifications))
    .toEqual([message, { title: 'A flow has changed', body: 'Open the explorer to see your flows.' }])

  await worker.evaluate(
    data => {
      // Only a real click allows a worker to focus a window.
      const { WindowClient } = globalThis as unknown as {
        WindowClient: { prototype: { focus: () => Promise<unknown> } }
      }
      WindowClient.prototype.focus = async function focus() {
        return this
      }
      const notification = { data, close() {} }
      dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil() {} }))
    },
    { url },
  )
  await expect(page).toHaveURL(url)
  await expect(page.getByTestId('flow-title')).toHaveText('Stake on Osmosis')
})

test('without a monitor, an open page shows a notification once when its flow fails', async ({
  page,
  startNode,
  until,
}) => {
  await stubPush(page)
  const node = await startNode({ state: sample() })
  await openLive(page, node, `/flows/${ids.rent}`)
  await expect(page.getByTestId('verdict')).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByTestId('verdict')).toHaveAttribute('data-health', 'healthy')
  await page.getByTestId('notify').click()
  await page.getByTestId('notify-page').click()
  await expect(page.getByTestId('notify-state')).toHaveText('Notifications are on.')
  await page.getByTestId('notify-close').click()
  node.lcd.execute(ids.rent, { outcome: 'failed', error: 'insufficient funds' })
  await until(async () => expect(await page.evaluate(notifications)).toHaveLength(1))
  expect(await page.evaluate(notifications)).toMatchObject([{ title: 'Pay rent: Failing', url: '/flows/1' }])
})
