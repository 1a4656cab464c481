import type { Coin, Comparison, Conditions, Configuration, FeedbackLoop, TrustlessAgentConfig } from './state.js'

/** An object with an `@type` is a message, so its fields keep their names. */
export function camelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCase)
  if (typeof value !== 'object' || value === null || '@type' in value) return value
  return camelCaseFields(value)
}

export function camelCaseFields(value: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [camelCaseName(name), camelCase(field)]))
}

function camelCaseName(name: string): string {
  return name
    .replace(/^[A-Z]/, letter => letter.toLowerCase())
    .replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

export interface HostedConfigBody {
  hostedAddress: string
  feeCoinLimit: Coin
}

export type ConfigurationBody = Partial<Configuration> & {
  fallbackToOwnerBalance?: boolean
  reregisterIcaAfterTimeout?: boolean
}

export type ConditionsBody = Omit<Conditions, 'feedbackLoops' | 'comparisons'> & {
  feedbackLoops: WithoutDifference<FeedbackLoop>[]
  comparisons: WithoutDifference<Comparison>[]
}
type WithoutDifference<Condition> = Omit<Condition, 'differenceMode'> & { differenceMode?: boolean }

export function readHostedConfig({ hostedAddress, feeCoinLimit }: HostedConfigBody): TrustlessAgentConfig {
  return { agentAddress: hostedAddress, feeLimit: readFee(feeCoinLimit), connectionId: '' }
}

export function readConfiguration(configuration: ConfigurationBody): Configuration {
  const { fallbackToOwnerBalance = false, reregisterIcaAfterTimeout = true, ...rest } = configuration
  return {
    saveResponses: false,
    updatingDisabled: false,
    stopOnSuccess: false,
    stopOnFailure: false,
    stopOnTimeout: !reregisterIcaAfterTimeout,
    walletFallback: fallbackToOwnerBalance,
    ...rest,
  }
}

/** `v1beta1` returns an empty coin if there is no coin. */
export function readFee(coin: Coin): Coin[] {
  return coin.denom === '' && coin.amount === '0' ? [] : [coin]
}
