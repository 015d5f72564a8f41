. /work/data/unseen/env.sh
for p in $2; do
nice -n 5 python /work/data/unseen/refs_eval2.py /work/data/unseen/ts/$p.2.jsonl /work/data/unseen/ts/$p 600 > /work/data/unseen/out/$1-refs2-$p.txt 2>&1
done
