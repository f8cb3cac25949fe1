// Draws every chart in its place. All that it needs is in the page.
const { config, specs } = JSON.parse(document.getElementById("charts").textContent);
const places = [...document.querySelectorAll("[data-chart]")];
Promise.all(
  places.map((place) =>
    vegaEmbed(place, specs[place.dataset.chart], {
      actions: false,
      config,
      mode: "vega-lite",
      renderer: "svg",
    }),
  ),
).then(() => document.documentElement.setAttribute("data-drawn", String(places.length)));
