import { paths } from '@flow-query/explorer-kit'
import { redirect } from '@sveltejs/kit'

export const load = () => redirect(307, paths.flows)
