import type { Flow } from '../types.js'

/**
 * Returns a function that replaces the parts of a flow with equal parts of earlier flows. This saves a third of the memory for a
 * chain with 65,000 flows.
 */
export function createSharing(): (flow: Flow) => Flow {
  const texts = new Map<string, string>()
  const parts = new Map<string, unknown>()

  function sharedText(text: string): string {
    const known = texts.get(text)
    if (known === undefined) texts.set(text, text)
    return known ?? text
  }

  function sharedPart<Part>(part: Part): Part {
    const text = JSON.stringify(part)
    const known = parts.get(text)
    if (known === undefined) parts.set(text, part)
    return (known as Part | undefined) ?? part
  }

  return flow => ({
    ...flow,
    owner: sharedText(flow.owner),
    label: sharedText(flow.label),
    interval: sharedText(flow.interval),
    selfHostedIca: sharedPart(flow.selfHostedIca),
    trustlessAgent: sharedPart(flow.trustlessAgent),
    configuration: sharedPart(flow.configuration),
    conditions: sharedPart(flow.conditions),
    updateHistory: sharedPart(flow.updateHistory),
  })
}
