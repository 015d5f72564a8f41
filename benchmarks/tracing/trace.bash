# Writes down which function each call of running scripts reached: one line a pair of place and function, with tabs
# between: path and line of the call, the name that is called, path and line of the function.
#
#     TRACED=calls.tsv BASH_ENV=benchmarks/tracing/trace.bash bash script.sh
set -o functrace
declare -gA __traced=()
# shellcheck disable=SC2154
trap '
if [[ ${#FUNCNAME[@]} -gt 0 ]]; then
    __key="${BASH_SOURCE[1]}:${BASH_LINENO[0]}:${FUNCNAME[0]}"
    if [[ -z ${__traced[$__key]:-} ]]; then
        __traced[$__key]=1
        read -r __name __line __file < <(shopt -s extdebug; declare -F "${FUNCNAME[0]}")
        printf "%s\t%s\t%s\t%s\t%s\n" "$(readlink -f "${BASH_SOURCE[1]}" 2>/dev/null)" "${BASH_LINENO[0]}" "${FUNCNAME[0]}" \
            "$(readlink -f "$__file" 2>/dev/null)" "$__line" >> "$TRACED"
    fi
fi
:
' DEBUG
