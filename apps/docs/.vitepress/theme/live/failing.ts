import { ref } from 'vue'

/** Whether the page's in-memory node fails every request. */
export const fails = ref(false)

export async function setFailing(value: boolean): Promise<void> {
  const { lcd } = await import('./node')
  lcd.recover()
  if (value) lcd.fail({ status: 503, body: 'Service Unavailable' })
  fails.value = value
}
