import { useState } from 'react'
import { allowedStorage } from '../browser/allowed-storage'
import { Link } from '../router/Link'
import { paths } from '../router/paths'
import { Notice } from '../states/Notice'
import { SubscriptionLine } from '../subscriptions/SubscriptionLine'
import { storedSubscriptions } from '../subscriptions/stored-subscriptions'
import { useMonitor } from '../subscriptions/use-monitor'

/** The subscriptions that were created in this browser. */
export default function SubscriptionsPage() {
  const monitor = useMonitor()
  const [stored] = useState(() => storedSubscriptions(allowedStorage('localStorage')))
  const shown = stored.filter(one => one.monitor === monitor)
  return (
    <>
      <title>Subscriptions · Flow Explorer</title>
      <h1 className="page-title">Subscriptions</h1>
      <p className="intro">
        The messages about flows that you subscribed to in this browser.
        {monitor &&
          ' The monitor stores where to send them, encrypted, and your settings, but no name or e-mail address.'}
      </p>
      {shown.length > 0 ? (
        <div className="panel">
          <ul className="lines subscriptions">
            {shown.map(one => (
              <SubscriptionLine key={one.token} {...one} />
            ))}
          </ul>
        </div>
      ) : (
        <Notice
          testId="empty"
          title="No subscriptions"
          help={
            monitor
              ? 'To get a message when a flow fails, open the flow or its owner, or filter the list of flows, and select Notify me.'
              : 'This site sends no messages about this chain. Notify me on the page of a flow shows notifications while the page is open.'
          }
        >
          <Link className="button" to={paths.flows}>
            View all flows
          </Link>
        </Notice>
      )}
    </>
  )
}
