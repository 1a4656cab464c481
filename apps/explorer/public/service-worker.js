addEventListener('activate', event => {
  // Only pages that this worker controls can be navigated.
  event.waitUntil(clients.claim())
})

addEventListener('push', event => {
  const { title, body, tag, url } = messageOf(event.data)
  event.waitUntil(registration.showNotification(title, { body, tag, icon: '/favicon.svg', data: { url } }))
})

addEventListener('notificationclick', event => {
  event.notification.close()
  const { href } = new URL(event.notification.data?.url || '/', location.href)
  event.waitUntil(show(href))
})

async function show(href) {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const opened = windows.find(({ url }) => url === href) ?? windows[0]
  if (!opened) return clients.openWindow(href)
  const shown = await opened.focus()
  if (shown.url !== href) await shown.navigate(href)
}

function messageOf(data) {
  try {
    const message = data.json()
    if (message.title) return message
  } catch {
    // Other servers can't send messages, but a future version of the monitor can use another format.
  }
  return { title: 'A flow has changed', body: 'Open the explorer to see your flows.' }
}
