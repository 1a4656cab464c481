import { FlowQueryPlugin } from '@flow-query/vue'
import { VueQueryPlugin } from '@tanstack/vue-query'
import { createApp } from 'vue'
import App from './App.vue'
import { client } from './node'
import './style.css'

createApp(App).use(VueQueryPlugin).use(FlowQueryPlugin, { client }).mount('#root')
