/** React Aria adds a style element unless there is one of this id; the policy would refuse it, and forms.css has its rule. */
export function refuseInjectedStyle(): void {
  const mark = document.createElement('meta')
  mark.id = 'react-aria-pressable-style'
  document.head.append(mark)
}
