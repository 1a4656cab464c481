import { createFlowClient, FlowQueryPlugin } from '@flow-query/vue'
import { VueQueryPlugin } from '@tanstack/vue-query'
import { createApp } from 'vue'
import App from './App.vue'

const client = createFlowClient({ lcd: 'http://127.0.0.1:1317', rpc: 'http://127.0.0.1:1317' })

createApp(App).use(VueQueryPlugin).use(FlowQueryPlugin, { client }).mount('#app')
