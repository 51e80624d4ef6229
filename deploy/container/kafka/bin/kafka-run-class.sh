#!/bin/sh
# shellcheck disable=SC2086 # the options are meant to be split
exec java ${KAFKA_HEAP_OPTS:--Xmx256M -XX:TieredStopAtLevel=1 -XX:+UseSerialGC} ${KAFKA_OPTS:-} \
  --illegal-native-access=allow --sun-misc-unsafe-memory-access=allow \
  -Dlogback.configurationFile="/etc/kafka/docker/${KAFKA_LOGBACK-tools-}logback.xml" -cp '/opt/kafka/libs/*' "$@"
