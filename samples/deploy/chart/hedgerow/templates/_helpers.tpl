{{- define "hedgerow.name" -}}
{{- printf "%s-%s" .Release.Name .Values.role | trunc 52 | trimSuffix "-" -}}
{{- end }}

{{- define "hedgerow.selector" -}}
app.kubernetes.io/name: hedgerow
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: {{ .Values.role }}
{{- end }}

{{- define "hedgerow.labels" -}}
{{ include "hedgerow.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "hedgerow.image" -}}
{{- $name := .Values.image.repository | default (printf "hedgerow-%s" .Values.role) -}}
{{- with .Values.image.registry }}{{ $name = printf "%s/%s" . $name }}{{ end -}}
{{- if .Values.image.digest -}}
{{ $name }}@{{ .Values.image.digest }}
{{- else -}}
{{ $name }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end }}

{{- define "hedgerow.options" -}}
study: /etc/hedgerow/study/study.yaml
{{- if .Values.study.roster }}
roster: /etc/hedgerow/study/roster.yaml
{{- end }}
identity: /run/hedgerow/identity
{{- if .Values.identity.passphraseSecret }}
passphrase-file: /run/hedgerow/identity/passphrase
{{- end }}
{{- if eq .Values.role "site" }}
site: {{ required "site.name must be the site's name in the plan" .Values.site.name | quote }}
coordinator: {{ required "site.coordinator must be HOST:PORT" .Values.site.coordinator | quote }}
rules: /etc/hedgerow/join.yaml
{{- if .Values.site.policy }}
policy: /etc/hedgerow/policy.yaml
{{- end }}
data: {{ printf "/data/%s" .Values.data.file | quote }}
home: /var/lib/hedgerow/state
{{- if .Values.anchors.enabled }}
anchors: /var/lib/hedgerow-anchors/anchors
{{- end }}
{{- else }}
data: /var/lib/hedgerow/state
out: /var/lib/hedgerow/result
listen: 0.0.0.0:7433
status: 8080
{{- end }}
log-format: json
{{- range $name, $value := .Values.options }}
{{ $name }}: {{ $value | toJson }}
{{- end }}
{{- end }}

{{- define "hedgerow.restricted" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{- define "hedgerow.pod" -}}
metadata:
  labels:
    {{- include "hedgerow.labels" . | nindent 4 }}
    {{- with .Values.podLabels }}{{ toYaml . | nindent 4 }}{{ end }}
  annotations:
    hedgerow.io/options: {{ include "hedgerow.options" . | sha256sum }}
    {{- with .Values.podAnnotations }}{{ toYaml . | nindent 4 }}{{ end }}
spec:
  restartPolicy: {{ eq .Values.workload "Job" | ternary "Never" "Always" }}
  automountServiceAccountToken: false
  enableServiceLinks: false
  terminationGracePeriodSeconds: {{ .Values.terminationGracePeriodSeconds }}
  {{- with .Values.imagePullSecrets }}
  imagePullSecrets: {{ toYaml . | nindent 4 }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    {{- if .Values.fixedUser }}
    runAsUser: 10001
    runAsGroup: 10001
    fsGroup: 10001
    {{- end }}
    # not at every start: it would let the group write to the ledger, and the site would refuse that
    fsGroupChangePolicy: OnRootMismatch
    seccompProfile:
      type: RuntimeDefault
  initContainers:
    # a pod that is not root reads a secret by its group; keys must be for their owner alone
    - name: identity
      image: {{ include "hedgerow.image" . | quote }}
      imagePullPolicy: {{ .Values.image.pullPolicy }}
      args: [enrol, copy, --from, /etc/hedgerow/secret, --dir, /run/hedgerow/identity]
      securityContext: {{ include "hedgerow.restricted" . | nindent 8 }}
      resources: {{ toYaml .Values.resources | nindent 8 }}
      volumeMounts:
        - {name: identity, mountPath: /etc/hedgerow/secret, readOnly: true}
        - {name: keys, mountPath: /run/hedgerow}
  containers:
    - name: {{ .Values.role }}
      image: {{ include "hedgerow.image" . | quote }}
      imagePullPolicy: {{ .Values.image.pullPolicy }}
      args:
        - {{ .Values.role }}
        - {{ eq .Values.role "site" | ternary "join" "start" }}
        - --config
        - /etc/hedgerow/options.yaml
        {{- if .Values.probes.enabled }}
        - --probes
        - 0.0.0.0:{{ .Values.probes.port }}
        {{- end }}
      {{- with .Values.javaOptions }}
      env:
        - name: JDK_JAVA_OPTIONS
          value: {{ . | quote }}
      {{- end }}
      {{- if or .Values.probes.enabled (eq .Values.role "coordinator") }}
      ports:
        {{- if eq .Values.role "coordinator" }}
        - name: sites
          containerPort: 7433
        {{- end }}
        {{- if .Values.probes.enabled }}
        - name: probes
          containerPort: {{ .Values.probes.port }}
        {{- end }}
      {{- end }}
      {{- if .Values.probes.enabled }}
      startupProbe:
        httpGet: {path: /healthz, port: probes}
        periodSeconds: 2
        failureThreshold: 90
      livenessProbe:
        httpGet: {path: /healthz, port: probes}
        periodSeconds: 20
        timeoutSeconds: 10
        failureThreshold: 6
      readinessProbe:
        httpGet: {path: /readyz, port: probes}
        periodSeconds: 5
        timeoutSeconds: 5
        failureThreshold: 2
      {{- end }}
      securityContext: {{ include "hedgerow.restricted" . | nindent 8 }}
      resources: {{ toYaml .Values.resources | nindent 8 }}
      volumeMounts:
        - {name: state, mountPath: /var/lib/hedgerow}
        - {name: tmp, mountPath: /tmp}
        - {name: options, mountPath: /etc/hedgerow/options.yaml, subPath: options.yaml, readOnly: true}
        - {name: study, mountPath: /etc/hedgerow/study, readOnly: true}
        - {name: keys, mountPath: /run/hedgerow, readOnly: true}
        {{- if eq .Values.role "site" }}
        - {name: rules, mountPath: /etc/hedgerow/join.yaml, subPath: join.yaml, readOnly: true}
        {{- if .Values.site.policy }}
        - {name: policy, mountPath: /etc/hedgerow/policy.yaml, subPath: policy.yaml, readOnly: true}
        {{- end }}
        - {name: data, mountPath: /data, readOnly: true}
        {{- if .Values.anchors.enabled }}
        - {name: anchors, mountPath: /var/lib/hedgerow-anchors}
        {{- end }}
        {{- end }}
        {{- with .Values.extraVolumeMounts }}{{ toYaml . | nindent 8 }}{{ end }}
  volumes:
    - name: state
      persistentVolumeClaim:
        claimName: {{ .Values.state.existingClaim | default (printf "%s-state" (include "hedgerow.name" .)) }}
    - name: tmp
      emptyDir: {medium: Memory, sizeLimit: 64Mi}
    - name: options
      configMap: {name: {{ include "hedgerow.name" . }}-options, defaultMode: 0444}
    - name: study
      configMap: {name: {{ required "study.configMap must be a config map with study.yaml" .Values.study.configMap | quote }}, defaultMode: 0444}
    - name: keys
      emptyDir: {medium: Memory, sizeLimit: 1Mi}
    - name: identity
      projected:
        defaultMode: 0440
        sources:
          - secret: {name: {{ required "identity.secret must be a secret with keys and certificate" .Values.identity.secret | quote }}}
          {{- with .Values.identity.passphraseSecret }}
          - secret: {name: {{ . | quote }}, items: [{key: passphrase, path: passphrase}]}
          {{- end }}
    {{- if eq .Values.role "site" }}
    - name: rules
      configMap: {name: {{ required "site.rules must be a config map with join.yaml" .Values.site.rules | quote }}, defaultMode: 0444}
    {{- with .Values.site.policy }}
    - name: policy
      configMap: {name: {{ . | quote }}, defaultMode: 0444}
    {{- end }}
    - name: data
      {{- with .Values.data.volume }}{{ toYaml . | nindent 6 }}{{ else }}{{ fail "data.volume must be a volume with the rows" }}{{ end }}
    {{- if .Values.anchors.enabled }}
    - name: anchors
      persistentVolumeClaim:
        claimName: {{ .Values.anchors.existingClaim | default (printf "%s-anchors" (include "hedgerow.name" .)) }}
    {{- end }}
    {{- end }}
    {{- with .Values.extraVolumes }}{{ toYaml . | nindent 4 }}{{ end }}
  {{- with .Values.nodeSelector }}
  nodeSelector: {{ toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.tolerations }}
  tolerations: {{ toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.affinity }}
  affinity: {{ toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
