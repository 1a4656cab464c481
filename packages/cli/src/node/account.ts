import { type IcaArgs, isFlowQueryError } from '@flow-query/core'
import { explainMissingAccount } from '@flow-query/format'
import { dim, type Part } from '../terminal/output.js'
import type { Access } from './client.js'

export async function accountOf({ client, height, options }: Access, args: IcaArgs): Promise<Part[]> {
  const { connectionId } = args
  try {
    return [await client.ica({ ...args, height }, options), dim(`  on ${connectionId}`)]
  } catch (error) {
    if (isFlowQueryError(error, 'notFound')) return [explainMissingAccount(connectionId)]
    throw error
  }
}
