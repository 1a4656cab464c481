import { afterAnother, outOfFees, outOfFunds, untilItFails, untilItWorks, worthIt } from './ending-kinds.js'
import { byAgent, dca, neverAnswered, noChannel, timesOut, whenRich, withAmount } from './interchain-kinds.js'
import type { Kind } from './kind.js'
import { autocompound, bare, bridge, oddlyNamed, once, rent, stakeWeekly } from './local-kinds.js'

export const kinds: readonly Kind[] = [
  rent,
  autocompound,
  dca,
  timesOut,
  neverAnswered,
  byAgent,
  noChannel,
  bridge,
  stakeWeekly,
  whenRich,
  withAmount,
  worthIt,
  afterAnother,
  outOfFunds,
  outOfFees,
  untilItWorks,
  untilItFails,
  once,
  oddlyNamed,
  bare,
]
