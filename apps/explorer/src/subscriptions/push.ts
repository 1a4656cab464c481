import { type Channel, NotifyProblem } from './monitor'

export function canNotify(): boolean {
  return 'Notification' in window && 'serviceWorker' in navigator && 'PushManager' in window
}

/** The browser can show notifications but can't receive push messages, for example because it has no push service. */
export class NoPushProblem extends NotifyProblem {}

/**
 * Asks for permission, and registers the worker that shows notifications.
 *
 * @throws {NotifyProblem} if the user or the browser doesn't allow notifications
 */
export async function startNotifications(): Promise<ServiceWorkerRegistration> {
  const permission = await Notification.requestPermission()
  if (permission === 'denied')
    throw new NotifyProblem(
      'Your browser blocks notifications from this site',
      'Allow notifications in the site settings, next to the address of this page. Then try again.',
    )
  if (permission === 'default')
    throw new NotifyProblem('Notifications were not allowed', 'Try again, and select Allow when your browser asks.')
  return refusedByBrowser(async () => {
    await navigator.serviceWorker.register('/service-worker.js')
    return navigator.serviceWorker.ready
  })
}

/**
 * Returns the address for push messages to this browser.
 *
 * @throws {NotifyProblem} if the user or the browser doesn't allow notifications
 */
export async function openPushChannel(applicationServerKey: string): Promise<Channel> {
  const { pushManager } = await startNotifications()
  const options = { userVisibleOnly: true, applicationServerKey }
  const { endpoint, keys } = await refusedByBrowser(async () => {
    const subscription = await pushManager.subscribe(options).catch(async error => {
      if (error.name !== 'InvalidStateError') throw error
      // The monitor has a new key, so its messages to the old subscription would be rejected.
      await (await pushManager.getSubscription())?.unsubscribe()
      return pushManager.subscribe(options)
    })
    return subscription.toJSON()
  })
  if (!endpoint || !keys) throw new NoPushProblem('Your browser can’t receive push messages', '')
  return { type: 'push', endpoint, keys }
}

async function refusedByBrowser<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    throw new NoPushProblem('Your browser can’t receive push messages', `It reported: ${error}`)
  }
}
