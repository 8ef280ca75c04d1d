# The programs in a container, from the Debian packages that tools/release makes:
#
#   tools/release vVERSION release
#   docker build --tag plumb --build-arg PACKAGES=release .
#   docker run --rm -v "$PWD:/work" plumb spv-val shader.spv
FROM debian:12-slim
ARG PACKAGES=release
COPY ${PACKAGES}/plumb_*.deb /tmp/
RUN apt-get update \
  && apt-get install -y --no-install-recommends /tmp/plumb_*.deb \
  && rm -rf /tmp/plumb_*.deb /var/lib/apt/lists/*
WORKDIR /work
CMD ["spv-val", "--help"]
