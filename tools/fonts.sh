#!/usr/bin/env bash
# The client's typefaces (trenchline/web/fonts) anew from the registry packages in package-lock.json: only the characters that a page can show.
set -eu
cd "$(dirname "$0")/.."
npm ci --silent --no-audit --no-fund
python3 -m venv .venv/fonts
.venv/fonts/bin/pip install --quiet --disable-pip-version-check fonttools brotli
latin="U+0020-007E,U+00A0-00FF,U+0131,U+0152-0153"
signs="U+2009,U+200A,U+2010-2015,U+2018-201A,U+201C-201E,U+2020,U+2022,U+2026,U+2030,U+2032-2033,U+2039-203A,U+20AC,U+2190-2193,U+2212,U+25B6,U+25C0,U+2605"
while read -r family file name; do
  .venv/fonts/bin/pyftsubset "node_modules/@fontsource/$family/files/$family-latin-$file.woff2" --unicodes="$latin,$signs" --flavor=woff2 \
    --layout-features=kern,liga,smcp,c2sc,onum,lnum,tnum,pnum,ccmp,locl,mark --output-file="trenchline/web/fonts/$name.woff2"
done <<FACES
libertinus-serif 400-normal serif
libertinus-serif 400-italic serif-italic
libertinus-serif 600-normal serif-semibold
atkinson-hyperlegible 400-normal sans
atkinson-hyperlegible 700-normal sans-bold
FACES
