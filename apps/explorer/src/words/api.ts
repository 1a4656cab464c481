/** The text of the API drawer. It is separate from `words`, so that it is loaded together with the drawer. */
export const apiWords = {
  title: 'API',
  close: 'Close',
  choice: 'Data of this page',
  request: 'Request',
  hook: { react: 'React', vue: 'Vue', svelte: 'Svelte' },
  command: 'Command line',
  response: 'Response',
  what: {
    request: 'request URL',
    hook: 'hook',
    command: 'command',
    response: 'response',
  },
  embedded:
    'The demo chain runs in this page and has no URL. To get a node with the same flows at this URL, run: npx @flow-query/cli serve',
  responseHelp: 'The data of the hook: the node’s JSON with camelCase names.',
  firstFlows: (shown: string, all: string) => `The first ${shown} of ${all} flows.`,
  firstPage: 'The first page.',
  pending: 'Loading…',
  nothing: 'This page reads no data.',
  names: {
    flows: 'Flows',
    burnt: 'Total burned',
    flow: 'Flow',
    runs: 'Runs',
    ownerFlows: 'Owner’s flows',
    ownerAgents: 'Managed agents',
    agents: 'Agents',
    agent: 'Agent',
    params: 'Parameters',
  },
}
