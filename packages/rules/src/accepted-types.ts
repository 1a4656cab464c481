/** Returns whether the chain can decode a message type, such as `/cosmos.bank.v1beta1.MsgSend`. */
export function isAcceptedType(type: string): boolean {
  const [, module = '', name = ''] = /^\/(.+)\.(\w+)$/.exec(type) ?? []
  return wholeModules.test(module) || (acceptedMessages.get(module)?.includes(name) ?? false)
}

/** The chain has these modules, so it knows all of their messages. */
const wholeModules = /^(cosmos(?!\.evm)|cosmwasm|ibc|intento)\./

/** The messages of other chains that the chain's registry lists, by module. */
const acceptedMessages: ReadonlyMap<string, readonly string[]> = new Map([
  ['cosmos.evm.vm.v1', namesIn('EthereumTx')],
  [
    'osmosis.gamm.v1beta1',
    namesIn(
      'ExitPool ExitSwapExternAmountOut ExitSwapShareAmountIn JoinPool JoinSwapExternAmountIn JoinSwapShareAmountOut SwapExactAmountIn SwapExactAmountOut',
    ),
  ],
  [
    'elys.amm',
    namesIn(
      'CreatePool JoinPool ExitPool UpFrontSwapExactAmountIn SwapExactAmountIn SwapExactAmountOut SwapByDenom FeedMultipleExternalLiquidity',
    ),
  ],
  [
    'elys.tradeshield',
    namesIn(
      'CreateSpotOrder UpdateSpotOrder CancelSpotOrder CancelSpotOrders CreatePerpetualOpenOrder CreatePerpetualCloseOrder UpdatePerpetualOrder CancelPerpetualOrder CancelPerpetualOrders ExecuteOrders',
    ),
  ],
  [
    'elys.perpetual',
    namesIn(
      'Open Close UpdateParams Whitelist Dewhitelist UpdateStopLoss ClosePositions UpdateTakeProfitPrice UpdateMaxLeverageForPool UpdateEnabledPools',
    ),
  ],
  ['elys.estaking', namesIn('WithdrawReward WithdrawElysStakingRewards WithdrawAllRewards')],
  [
    'elys.leveragelp',
    namesIn(
      'Open Close ClaimRewards UpdateParams AddPool RemovePool Whitelist Dewhitelist UpdateStopLoss ClosePositions UpdatePool UpdateEnabledPools',
    ),
  ],
  [
    'elys.masterchef',
    namesIn('AddExternalRewardDenom AddExternalIncentive UpdatePoolMultipliers ClaimRewards TogglePoolEdenRewards'),
  ],
  ['elys.stablestake', namesIn('Bond Unbond AddPool UpdatePool')],
  [
    'elys.commitment',
    namesIn(
      'CommitClaimedRewards UncommitTokens Vest CancelVest ClaimVesting UpdateEnableVestNow VestNow VestLiquid Stake Unstake ClaimKol ClaimRewardProgram',
    ),
  ],
])

function namesIn(words: string): string[] {
  return words.split(' ').map(word => `Msg${word}`)
}
