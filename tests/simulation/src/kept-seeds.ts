/** Seeds that have failed, with the reason. They always run. */
export const keptSeeds: readonly { readonly seed: number; readonly reason: string }[] = [
  { seed: 1035819943, reason: 'a page that reconnected did not read its queries again' },
  { seed: 1035819945, reason: 'half of a character in a label stopped the messages of a monitor' },
  { seed: 1035819950, reason: 'the evaluator of a monitor accepted a history from before an event' },
  { seed: 1035819966, reason: 'a gateway kept a response that it had requested before an event' },
  { seed: 1035820258, reason: 'a page that got an older list did not read it again to find a new flow' },
  { seed: 1043120125, reason: 'a gateway answered with a response that an event had outdated during another request' },
  { seed: 1043120134, reason: 'sync forgot an event when it read all flows at an earlier block' },
  { seed: 1035820623, reason: 'a gateway that restarted did not mark responses of a node that lagged behind' },
  { seed: 1035820367, reason: 'sync read all flows at a block from before its connection' },
  { seed: 1035920411, reason: 'a monitor kept a history that it had read while it lost its connection' },
  { seed: 1035920199, reason: 'a list whose refetch had failed stayed old after the user scrolled' },
  { seed: 1035920706, reason: 'the limit of a page did not count the queries that it read again after connecting' },
  { seed: 1035920144, reason: 'a gateway waited for a change that its flows already contained' },
  { seed: 1043120759, reason: 'a gateway kept a history although a list showed that its flow had run' },
  { seed: 1043120750, reason: 'a packet that was just sent had the error of an earlier run' },
  { seed: 1043120451, reason: 'a message waited for another message whose delivery had failed twice' },
]
