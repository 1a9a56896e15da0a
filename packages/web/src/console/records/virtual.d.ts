declare module 'virtual:declarations' {
  const declarations: import('./declaration.ts').Declaration[]
  export default declarations
}
