'use client'

import { useFlow } from '@flow-query/react'

export function Label({ id }: { id: string }) {
  const { data, error } = useFlow({ id })
  return <p>{data?.label ?? error?.message ?? 'Loading'}</p>
}
