# One image for servers and workers; see compose.yaml and docs/deploy.md.

# The page that browsers get.
FROM node:22-slim AS page
WORKDIR /app/web
COPY web/package.json web/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY web ./
RUN npm run build

# The house.
FROM python:3.12-slim
# A font for pictures of positions.
RUN apt-get update && apt-get install --yes --no-install-recommends fonts-dejavu-core \
    && rm -rf /var/lib/apt/lists/*
RUN useradd --create-home --uid 10001 tabletier \
    && mkdir /data /cache && chown tabletier /data /cache
WORKDIR /app
COPY requirements/dev.txt requirements/
# The versions that were tested; hashes cannot be asked for where the project itself is built, too.
RUN grep -v -e '--hash=' requirements/dev.txt | sed 's/ *\\$//' > requirements/tested.txt
COPY pyproject.toml README.md LICENSE CHANGELOG.md ./
COPY scripts/hatch_build.py ./scripts/
COPY src ./src
COPY docs ./docs
COPY --from=page /app/src/tabletier/server/page ./src/tabletier/server/page
RUN pip install --no-cache-dir --constraint requirements/tested.txt ".[site]"

USER tabletier
# The compiled rules are kept in /cache: give it a volume, or every new container compiles again.
ENV TABLETIER_HOST=0.0.0.0 TABLETIER_DATA_DIR=/data XDG_CACHE_HOME=/cache
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=120s \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/healthz')"]
CMD ["tabletier", "serve"]
