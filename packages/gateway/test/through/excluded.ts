/** The tests that can't pass through a gateway, by reason. */
export const excluded: readonly (readonly [reason: string, tests: RegExp])[] = [
  ['The gateway runs in the same process, and it needs `Date.now`.', /loads without `Date.now`/],
  ['The gateway runs in the same process, and it has timers.', /leaves no observer, connection or timer/],
  [
    'The flows come from a snapshot of the gateway instead of pages.',
    /a collection with a height that was interrupted|loading continues if an observer unmounts|the loaded flows stay after an error|with an autoLoadLimit|is read once while live updates connect|is read after two seconds if live updates do not connect|the part of a loading collection|of only the newest flows of a collection|aborts its requests when unmounted, keeps the loaded pages|after a reconnect, everything is requested again|after a lost connection, all flows|knows its block when it is ready|has the height of its oldest flows/,
  ],
  [
    'The gateway waits for a node that lags behind, so the client repeats its request less often.',
    /unchanged data is requested again/,
  ],
  [
    'While the node fails, the gateway serves its last response instead of an error.',
    /the error stays until all stale parts|a failed refetch keeps the data|reports once that the node fails/,
  ],
  [
    'The gateway refuses connections while its node is silent, so clients poll instead.',
    /never sends events, the state is `silent`|when events arrive again, the state is/,
  ],
  ["The gateway can't start in front of a URL that is no node.", /ends if the first request fails/],
  [
    'The failures end after some requests, and the gateway sends other requests first.',
    /retry: \w+ respects the value|a failed load is reported and repeated/,
  ],
  [
    'The gateway reads the chain of a node before it subscribes, so a connection to a slow node takes longer.',
    /is not settled until the node has reported the height/,
  ],
  [
    'The gateway caches balances and permissions for five seconds.',
    /checks the draft again when they change|a query that the node does not support makes only/,
  ],
  ['The test changes a past block, which the gateway keeps.', /finds the response to the second packet/],
  ['The gateway finishes a request that a client cancels.', /aborts running requests and drops waiting ones/],
  [
    'The node of the test has another name than the mainnet, so the gateway refuses it.',
    /of the mainnet, the rules are/,
  ],
]
