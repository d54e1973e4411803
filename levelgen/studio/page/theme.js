// Dark or light: as the system has it, until a person says otherwise.

const KEPT = "levelgen-studio-theme"

export function theme(button, changed) {
  const dark = matchMedia("(prefers-color-scheme: dark)")
  const { dataset } = document.documentElement
  const show = () => {
    dataset.theme = localStorage.getItem(KEPT) ?? (dark.matches ? "dark" : "light")
    changed()
  }
  dark.addEventListener("change", show)
  button.onclick = () => {
    localStorage.setItem(KEPT, dataset.theme === "dark" ? "light" : "dark")
    show()
  }
  show()
}
