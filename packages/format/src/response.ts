import type { AnyMessage, Coin } from '@flow-query/core'
import { coinsIn, type Denoms, formatAmounts, knownDenoms } from './amount.js'
import { actionsOf, describeMessage, typeName } from './flow.js'
import { lookUp } from './lookup.js'

/**
 * Describes the responses to the messages of a run: what each message does, and the coins that the response names, such as `Swap 5 OSMO:
 * received 0.061 ATOM`. A response without its message gets the name of its type.
 *
 * @param responses the `msgResponses` of a history entry
 * @param messages the `msgs` of the flow
 */
export function describeResponses(
  responses: readonly AnyMessage[],
  messages: readonly AnyMessage[],
  denoms: Denoms = knownDenoms,
): string[] {
  const actions = actionsOf(messages)
  return responses.map((response, index) => {
    const message = [messages[index], actions[index]].find(
      message => message && `${message['@type']}Response` === response['@type'],
    )
    if (!message) return typeName(response)
    const coins = lookUp(receivedCoins, response['@type'])?.(response, message)
    const received = coins ? `: received ${formatReceived(coins, denoms)}` : ''
    return describeMessage(message, denoms) + received
  })
}

function formatReceived(coins: readonly Coin[], denoms: Denoms): string {
  const some = coins.filter(({ amount }) => !/^0*$/.test(amount))
  return some.length > 0 ? formatAmounts(some, denoms) : 'nothing'
}

/** Undefined if the response doesn't contain the amount. */
const receivedCoins: Readonly<Record<string, (response: AnyMessage, message: AnyMessage) => Coin[] | undefined>> = {
  '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorRewardResponse': amountIn,
  '/cosmos.distribution.v1beta1.MsgWithdrawValidatorCommissionResponse': amountIn,
  '/osmosis.gamm.v1beta1.MsgSwapExactAmountInResponse': swappedCoins,
}

function amountIn({ amount }: AnyMessage): Coin[] | undefined {
  return Array.isArray(amount) ? coinsIn(amount) : undefined
}

/** The last step of a swap determines the denom. */
function swappedCoins(response: AnyMessage, { routes }: AnyMessage): Coin[] | undefined {
  const last: unknown = Array.isArray(routes) ? routes.at(-1)?.token_out_denom : undefined
  const coins = coinsIn({ denom: last, amount: response.token_out_amount })
  return coins.length > 0 ? coins : undefined
}
