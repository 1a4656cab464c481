import { flowDryRunQueryOptions as flowDryRun } from '@flow-query/core/forecast'
import { tagged } from './tagged.js'

/** Returns query options for a dry run of a flow's messages. The query only runs when you call `refetch`. */
export const flowDryRunQueryOptions = tagged(flowDryRun)
