/**
 * A second implementation of the response mapping, which tests compare with the client. It converts all names to camelCase, and
 * then corrects the fields that differ. Fields that only differ in their case are not mentioned.
 */
type Json = null | boolean | number | string | Json[] | { [field: string]: Json }
type Fields = { [field: string]: Json }

/** Returns the data that the client must return for a response body. */
export function meaningOf(body: Fields, counted: boolean): unknown {
  const renamed = camelCase(body)
  if ('interchainAccountAddress' in renamed) return renamed.interchainAccountAddress
  if ('params' in renamed) return paramsOf(renamed.params as Fields)
  if ('totalBurnt' in renamed) return renamed.totalBurnt
  const flow = renamed.flow ?? renamed.flowInfo
  if (flow) return flowOf(flow as Fields)
  const agent = renamed.trustlessAgent ?? renamed.hostedAccount
  if (agent) return agentOf(agent as Fields)
  const { nextKey, total } = renamed.pagination as Fields
  const flows = (renamed.flows ?? renamed.flowInfos) as Fields[] | undefined
  const agents = (renamed.trustlessAgents ?? renamed.hostedAccounts) as Fields[] | undefined
  return {
    ...(flows && { flows: flows.map(flowOf) }),
    ...(agents && { trustlessAgents: agents.map(agentOf) }),
    ...(!flows && !agents && { history: (renamed.history as Fields[]).map(entryOf) }),
    nextKey,
    total: counted ? Number(total) : null,
  }
}

function flowOf({ icaConfig, hostedIcaConfig, hostedConfig, ...flow }: Fields): Fields {
  const { hostConnectionId: _, ...selfHostedIca } = (flow.selfHostedIca ?? icaConfig ?? {}) as Fields
  const hosted = (hostedIcaConfig ?? hostedConfig) as Fields | null | undefined
  const trustlessAgent = (flow.trustlessAgent ?? agentConfigOf(hosted)) as Fields | null
  return {
    ...flow,
    selfHostedIca: isEmpty(selfHostedIca) ? null : selfHostedIca,
    trustlessAgent: isEmpty(trustlessAgent) ? null : trustlessAgent,
    configuration: configurationOf((flow.configuration ?? {}) as Fields),
    conditions: conditionsOf((flow.conditions ?? {}) as Fields),
  }
}

function agentOf({ agentAddress, hostedAddress, icaConfig, feeConfig, hostFeeConfig }: Fields): Fields {
  const { admin, feeCoinsSuported, ...fee } = (feeConfig ?? hostFeeConfig) as Fields
  return {
    agentAddress: agentAddress ?? hostedAddress ?? null,
    icaConfig: icaConfig ?? null,
    feeConfig: admin ? { feeAdmin: admin, feeCoinsSupported: feeCoinsSuported ?? null } : fee,
  }
}

function agentConfigOf(hosted: Fields | null | undefined): Fields | null {
  if (!hosted) return null
  return {
    agentAddress: hosted.hostedAddress ?? '',
    feeLimit: coinsOf(hosted.feeCoinLimit as Fields),
    connectionId: '',
  }
}

function configurationOf({ fallbackToOwnerBalance, reregisterIcaAfterTimeout: _, ...configuration }: Fields): Fields {
  return {
    saveResponses: false,
    updatingDisabled: false,
    stopOnSuccess: false,
    stopOnFailure: false,
    stopOnTimeout: false,
    walletFallback: fallbackToOwnerBalance ?? false,
    ...configuration,
  }
}

function conditionsOf(conditions: Fields): Fields {
  const { feedbackLoops = [], comparisons = [] } = conditions as { feedbackLoops?: Fields[]; comparisons?: Fields[] }
  return {
    stopOnSuccessOf: [],
    stopOnFailureOf: [],
    skipOnFailureOf: [],
    skipOnSuccessOf: [],
    useAndForComparisons: false,
    ...conditions,
    feedbackLoops: feedbackLoops.map(conditionOf),
    comparisons: comparisons.map(conditionOf),
  }
}

function conditionOf(condition: Fields): Fields {
  const icqConfig = condition.icqConfig as Fields | null
  return {
    differenceMode: false,
    ...condition,
    icqConfig: icqConfig && { ...icqConfig, response: icqConfig.response ?? '' },
  }
}

function entryOf(entry: Fields): Fields {
  const { execFee } = entry
  return { packetSequences: [], ...entry, execFee: Array.isArray(execFee) ? execFee : coinsOf(execFee as Fields) }
}

function paramsOf({ relayerRewards, FlowConstantFee, ...params }: Fields): Fields {
  const named = Object.entries(params).map(([name, value]) => [name.charAt(0).toLowerCase() + name.slice(1), value])
  return {
    ...Object.fromEntries(named),
    ...(FlowConstantFee && { burnFeePerMsg: FlowConstantFee }),
    ...(relayerRewards && { connectionRewards: [{ connectionId: '', relayerRewards }] }),
  }
}

function coinsOf(coin: Fields): Fields[] {
  return coin.denom ? [coin] : []
}

function isEmpty(message: Fields | null): boolean {
  return Object.values(message ?? {}).every(value => value === '' || (Array.isArray(value) && !value.length))
}

function camelCase(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      // Messages belong to other modules, so their fields keep their names.
      /^(msgs|msg_responses)$/.test(name) ? value : renamed(value),
    ]),
  )
}

function renamed(value: Json): Json {
  if (Array.isArray(value)) return value.map(renamed)
  return value && typeof value === 'object' ? camelCase(value) : value
}
