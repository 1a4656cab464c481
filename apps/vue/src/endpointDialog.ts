const id = 'endpoint-dialog'
const element = () => document.getElementById(id) as HTMLDialogElement | null

/** Opened from the header, and by what says that a node does not answer. */
export const endpointDialog = {
  id,
  open: () => element()?.showModal(),
  close: () => element()?.close(),
}
