import type { Alert } from '../src/alerts/alert.js'
import { addAlerts, emptyOutbox, type Message } from '../src/alerts/outbox.js'

const alert: Alert = {
  id: 'a',
  kind: 'node.silent',
  status: 'open',
  at: '2026-06-15T12:00:00Z',
  flow: null,
  run: null,
  cause: 'oldBlock',
  title: 'The node has no new blocks',
  text: null,
  stops: false,
}

/** A message with an alert about a node without new blocks. */
export const [message] = addAlerts(emptyOutbox, [alert], 0, 0).messages as [Message]
