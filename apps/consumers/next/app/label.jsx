'use client'

import { useFlow } from '@flow-query/react'

export function Label({ id }) {
  return <p>{useFlow({ id }).data?.label}</p>
}
