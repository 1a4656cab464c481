import type { FlowCollection } from './types.js'

export type Provenance = Pick<FlowCollection, 'asOf' | 'height' | 'chainId'>

export function provenanceOf(collection: FlowCollection | undefined): Provenance {
  const { height, chainId } = collection ?? {}
  return { ...ageOf(collection), ...(height !== undefined && chainId !== undefined && { height, chainId }) }
}

export function ageOf(collection: FlowCollection | undefined): Pick<FlowCollection, 'asOf'> {
  return collection?.asOf === undefined ? {} : { asOf: collection.asOf }
}
